-- What each device holds of some rows.
WITH parts AS ({parts})
SELECT id, a, b FROM parts WHERE id IN ({ids}) AND (a > 0 OR b > 0)

-- The same with rows of few devices added up, and all. What callees hold adds up over recordings only, so that others and
-- totals are of what rows hold themselves.
WITH counts AS (SELECT id, count(*) FILTER (WHERE x > 0) AS k FROM fleet_means GROUP BY id)
SELECT id, number, x FROM fleet_means JOIN counts USING (id) WHERE k >= {min_devices}
UNION ALL
SELECT 0, number, sum(self_x) FROM fleet_means JOIN counts USING (id) WHERE k < {min_devices} GROUP BY number
UNION ALL
SELECT -1, number, sum(self_x) FROM fleet_means GROUP BY number

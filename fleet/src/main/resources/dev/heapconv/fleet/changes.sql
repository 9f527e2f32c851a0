-- Changes by themselves.
SELECT id, kind, name, k, change, error, degrees FROM changes JOIN names USING (id)

-- What each device holds of each row.
SELECT id, number, sum(value) / max(traces) AS x, sum(self) / max(traces) AS self_x
FROM ({cells_a}) AS cells JOIN fleet_names USING ({keys}) JOIN fleet_devices USING (shown, device) GROUP BY id, number

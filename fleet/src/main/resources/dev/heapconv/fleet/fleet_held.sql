-- What each device holds of everything asked, on each day.
SELECT shown, device, weight, coalesce(x, 0) AS x
FROM fleet_devices LEFT JOIN (SELECT number, x FROM fleet_parts WHERE id = -1) AS parts USING (number) WHERE shown <> chr(30)

-- Sections: recordings that share what rows are told apart by. Those of fewer devices are added up as others.
-- {recordings_a}: day, recording, device, section.
SELECT section, CASE WHEN count(DISTINCT device) >= {min_devices} THEN section ELSE chr(30) END AS shown
FROM ({recordings_a}) AS recordings GROUP BY section

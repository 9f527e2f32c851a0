-- How many devices each block has, and their weights.
SELECT section, part, block, count(*) AS n, sum(weight) AS w, sum(weight * weight) AS w2 FROM blocks GROUP BY section, part, block

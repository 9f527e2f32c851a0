-- How many devices each block has, and their weights.
SELECT section, part, block, count(*) AS n, sum(weight) AS w FROM blocks GROUP BY section, part, block

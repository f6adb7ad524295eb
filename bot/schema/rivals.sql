-- The people that a member met at tables: how often they came out ahead of the member, and behind.
SELECT coalesce(members.name, 'somebody who left') AS name,
       sum(theirs.place < mine.place) AS ahead,
       sum(theirs.place > mine.place) AS behind
FROM results AS mine
JOIN results AS theirs ON theirs.game = mine.game AND theirs.member <> mine.member
LEFT JOIN members ON members.id = theirs.member
WHERE mine.member = ? AND mine.guild = ? AND coalesce(members.hidden, 0) = 0
GROUP BY theirs.member
ORDER BY count(*) DESC, theirs.member

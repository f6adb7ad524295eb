-- One row a member: games, wins, points, average place, current streak of wins, and the share of opponents beaten.
-- The share counts four average games for everybody, so that one lucky win does not lead the table.
WITH played AS (
    SELECT id, member, place, points, seats
    FROM results
    WHERE member IS NOT NULL AND guild = :guild
      AND (:channel IS NULL OR channel = :channel)
      AND (:played IS NULL OR played = :played)
      AND (people > 1) = :people
),
last_loss AS (
    SELECT member, max(CASE WHEN place > 1 THEN id ELSE 0 END) AS id FROM played GROUP BY member
)
SELECT played.member AS member,
       coalesce(members.name, 'somebody who left') AS name,
       count(*) AS games,
       sum(place = 1) AS wins,
       sum(points) AS points,
       avg(place) AS place,
       sum(played.id > last_loss.id) AS streak,
       (sum((seats - place) / (seats - 1.0)) + 2) / (count(*) + 4) AS rating
FROM played
JOIN last_loss USING (member)
LEFT JOIN members ON members.id = played.member
WHERE coalesce(members.hidden, 0) = 0
GROUP BY played.member
ORDER BY rating DESC, wins DESC, games DESC, played.member

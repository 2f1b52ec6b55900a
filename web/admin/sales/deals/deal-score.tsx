import { SCORE_START } from '#contract/sales/score.ts'
import type { Deal } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Figure, Heading, Text } from '#web/ui/layout/text.tsx'

const words = text.sheet

/** The score of an open deal with everything that it consists of. */
export function DealScore({ deal: { score } }: { deal: Deal }) {
  return (
    <section aria-label={words.score} className="flex flex-col gap-2">
      <Heading look="small">{words.score}</Heading>
      {score ? (
        <>
          <Figure className="text-2xl">{score.points}</Figure>
          <Text tone="soft" size="xs">
            {words.scoreText}
          </Text>
          <ul className="divide-y divide-line border-y border-line text-sm">
            <ScoreLine name={words.start} points={SCORE_START} />
            {score.reasons.map(({ reason, points }) => (
              <ScoreLine key={reason} name={words.reason(reason)} points={points} />
            ))}
          </ul>
          {isCapped(score) && (
            <Text tone="soft" size="xs">
              {words.capped}
            </Text>
          )}
        </>
      ) : (
        <Text tone="soft">{words.ended}</Text>
      )}
    </section>
  )
}

function ScoreLine({ name, points }: { name: string; points: number }) {
  return (
    <li className="flex items-baseline justify-between gap-3 py-1.5">
      <span>{name}</span>
      <span className="font-semibold tabular-nums">{words.points(points)}</span>
    </li>
  )
}

const isCapped = ({ points, reasons }: NonNullable<Deal['score']>): boolean =>
  reasons.reduce((sum, one) => sum + one.points, SCORE_START) !== points

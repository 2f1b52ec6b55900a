import type { OffboardingEnding } from '#contract/reviews/reviews.ts'
import { formatCount } from '#web/lib/format.ts'
import type { OffboardingFacts } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { offboarding as text } from '#web/messages/reviews/offboarding.ts'
import { Text } from '#web/ui/layout/text.tsx'

/** What ends and what stays, counted. */
export function FactsOfPerson({ facts, ending }: { facts: OffboardingFacts; ending: OffboardingEnding }) {
  const { sessions, devices, links, requests, roles, spaces, files, shares } = facts
  const names = text.facts
  return (
    <div className="flex flex-col gap-4">
      <Counts
        title={text.ends}
        rows={[
          [names.sessions, formatCount(sessions)],
          [names.devices, formatCount(devices)],
          [names.links, formatCount(links)],
          [names.requests, formatCount(requests)],
          [names.roles, roles.map(m.team.role).join(', ') || text.none],
          [names.spaces, formatCount(spaces.length)],
        ]}
      />
      <Counts
        title={text.stays}
        rows={[
          [names.files, formatCount(files)],
          [names.shares, formatCount(shares)],
        ]}
      />
      <Text tone="soft">
        {[
          text.filesText,
          ...(facts.can_be_recovered ? [text.recoverable] : []),
          ending === 'suspend' ? text.sharesSuspend : text.sharesRemove,
        ].join(' ')}
      </Text>
    </div>
  )
}

function Counts({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <Text className="font-semibold">{title}</Text>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        {rows.map(([name, count]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

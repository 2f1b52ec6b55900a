import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDateTime } from '#web/lib/format.ts'
import { buildName } from '#web/lib/remote/seen-builds.ts'
import { m } from '#web/messages/app.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Span } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ProtectionRow, type Seen } from './protection/protection-row.tsx'
import { appBuildQuery, listedBuildQuery } from './security.queries.ts'

const words = m.security.code

/** Which code runs in this browser, whether it is as the server and the public log list it, and what ran here before. */
export function AppCodeRow() {
  const build = useQuery(appBuildQuery)
  const inLog = useInLog()
  return (
    <ProtectionRow name={words.title} lead={words.lead} query={build}>
      {({ differing, builds }) => ({
        ...(differing.length === 0 ? inLog : attention(m.shell.appBuild.differs(differing))),
        items: (
          <PlainRows label={words.builds}>
            {builds.map(({ version, sha256, since }) => (
              <PlainRow key={since} action={null}>
                <span title={sha256}>{words.version(version, buildName(sha256))}</span>
                <Span tone="hint" size="xs" className="mt-0.5 block tabular-nums">
                  {words.since(formatDateTime(new Date(since)))}
                </Span>
              </PlainRow>
            ))}
          </PlainRows>
        ),
      })}
    </ProtectionRow>
  )
}

const attention = (text: string): Pick<Seen, 'state' | 'text'> => ({ state: 'attention', text })

function useInLog(): Pick<Seen, 'state' | 'text'> {
  const { data, error } = useQuery(listedBuildQuery(useVault().ledger))
  const fine = (said: string): Pick<Seen, 'state' | 'text'> => ({ state: 'fine', text: `${words.lead} ${said}` })
  if (!data) return error ? attention(ledger.build.notAsked) : { state: 'fine' }
  if ('problem' in data.log) return attention(`${ledger.problems[data.log.problem]}. ${ledger.ask}`)
  if (data.log.isAnother) return attention(ledger.build.another)
  if (!data.build) return attention(ledger.build.notAsked)
  return data.build.isListed
    ? fine(ledger.build.listed(formatCount(data.build.index)))
    : attention(ledger.build.notListed)
}

import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { buildName } from '#web/lib/remote/seen-builds.ts'
import { m } from '#web/messages/app.ts'
import { Span } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { ProtectionRow } from './protection/protection-row.tsx'
import { appBuildQuery } from './security.queries.ts'

const words = m.security.code

/** Which code runs in this browser, whether it is as the server lists it, and what ran here before. */
export function AppCodeRow() {
  const build = useQuery(appBuildQuery)
  return (
    <ProtectionRow name={words.title} lead={words.lead} query={build}>
      {({ differing, builds }) => ({
        ...(differing.length === 0
          ? { state: 'fine' as const }
          : { state: 'attention' as const, text: m.shell.appBuild.differs(differing) }),
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

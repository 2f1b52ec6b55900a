import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deviceName } from '#contract/devices/device-name.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { OwnSession } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ProtectionRow } from './protection/protection-row.tsx'
import { securityFactsQuery, sessionsQuery } from './security.queries.ts'

const words = m.security.sessions

/** Where the person is signed in, each to be ended by itself. */
export function SessionsRow() {
  const { security } = useVault()
  const sessions = useQuery(sessionsQuery(security))
  const facts = useQuery(securityFactsQuery(security))
  const isForgotten = (facts.data?.idleSessions ?? 0) > 0
  return (
    <ProtectionRow name={words.title} lead={words.lead} query={sessions} check="idle">
      {(list) => ({
        state: isForgotten ? 'attention' : 'fine',
        ...(isForgotten ? { text: m.security.score.reasons.idle.bad } : {}),
        items: (
          <PlainRows label={words.title}>
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </PlainRows>
        ),
      })}
    </ProtectionRow>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const now = useNow()
  const end = useEndSession()
  const device = deviceName(session.userAgent)
  const createdAt = new Date(session.createdAt)
  const lastActiveAt = new Date(session.lastActiveAt)

  return (
    <PlainRow
      action={
        session.isCurrent ? null : (
          <Button
            variant="outline"
            size="sm"
            isBusy={end.isPending}
            aria-label={words.revokeLabel(device, formatDateTime(createdAt))}
            onClick={() => end.mutate(session)}
          >
            {words.revoke}
          </Button>
        )
      }
    >
      <span className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{device}</strong>
        {session.isCurrent && <Badge tone="brand">{words.current}</Badge>}
        {session.hasSecondFactor && <Badge>{words.secondFactor}</Badge>}
      </span>
      <Span tone="hint" size="xs" className="mt-0.5 flex flex-wrap gap-x-3">
        {session.isCurrent ? (
          // What the server notes is when a session was renewed, which may be long ago.
          <span>{words.activeNow}</span>
        ) : (
          <span title={formatDateTime(lastActiveAt)}>
            {words.active(midSentence(formatTimeAgo(lastActiveAt, now)))}
          </span>
        )}
        <span>{words.created(formatDateTime(createdAt))}</span>
        {session.ip && <span className="tabular-nums">{words.from(session.ip)}</span>}
      </Span>
    </PlainRow>
  )
}

function useEndSession() {
  const { security } = useVault()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OwnSession) => security.revoke(id),
    onSuccess: (wasLive, { userAgent }) =>
      toastDone(words.revoked, wasLive ? words.revokedText(deviceName(userAgent)) : words.goneText),
    onError: (error) => toastError(words.revokeFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })
}

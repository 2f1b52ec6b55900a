import { KeyRound } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { ScimToken } from '#web/lib/remote/vault-client.ts'
import { scim as text } from '#web/messages/scim.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Row } from '#web/ui/list/row-list.tsx'
import { Reached } from '#web/parts/rights/reached.tsx'

const SOON_MS = 30 * 86_400_000

export function TokenRow({ token, onRevoke }: { token: ScimToken; onRevoke: () => void }) {
  const { name, revoked_at } = token
  return (
    <Row
      icon={<KeyRound size={18} aria-hidden="true" />}
      title={name}
      badge={<StateBadge token={token} />}
      detail={<Facts token={token} />}
      actions={
        revoked_at === null && (
          <Reached line="POST /rest/v1/rpc/revoke_scim_token">
            <Button variant="outline" size="sm" aria-label={text.revokeOf(name)} onClick={onRevoke}>
              {text.revoke}
            </Button>
          </Reached>
        )
      }
    />
  )
}

function StateBadge({ token: { revoked_at, expires_at } }: { token: ScimToken }) {
  const leftMs = Date.parse(expires_at) - useNow().getTime()
  if (revoked_at !== null) return <Badge>{text.state.revoked}</Badge>
  if (leftMs <= 0) return <Badge tone="danger">{text.state.over}</Badge>
  return leftMs < SOON_MS ? (
    <Badge tone="warn">{text.state.endsSoon}</Badge>
  ) : (
    <Badge tone="brand">{text.state.inForce}</Badge>
  )
}

function Facts({ token }: { token: ScimToken }) {
  const now = useNow()
  const { made_by: maker, is_maker_gone: isGone, last_used_at, expires_at, revoked_at, mails_people } = token
  const ago = (time: string) => midSentence(formatTimeAgo(new Date(time), now))
  const facts = [
    last_used_at === null ? text.neverUsed : text.used(ago(last_used_at)),
    revoked_at === null
      ? text.until(new Date(expires_at).toLocaleDateString(dateLocale()))
      : text.revokedAt(ago(revoked_at)),
    maker === null ? text.madeByNobody : isGone ? text.madeByGone(maker) : text.madeBy(maker),
    ...(mails_people ? [text.mails] : []),
  ]
  return (
    <span className="flex flex-wrap gap-x-3">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}

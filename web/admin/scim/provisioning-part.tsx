import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { SCIM_PATH } from '#contract/scim.ts'
import type { ScimToken } from '#web/lib/remote/vault-client.ts'
import { scim as text } from '#web/messages/scim.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { copyText } from './copy-text.ts'
import { RevokeQuestion } from './revoke-question.tsx'
import { scimTokensQuery } from './scim.queries.ts'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'

const ROW_PX = 64

/** The way in for the organisation's identity provider, for people who manage users. */
export function ProvisioningPart() {
  const { can } = usePermissions()
  return can('manage_users') ? <Provisioning /> : null
}

function Provisioning() {
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ScimToken | null>(null)
  const makeButton = useRef<HTMLButtonElement>(null)
  const address = `${window.location.origin}${SCIM_PATH}`
  return (
    <section aria-label={text.title} className="mt-8 flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading>{text.title}</Heading>
          <Text tone="soft" className="mt-1 max-w-prose">
            {text.lead}{' '}
            <TextLink to="/documentation/scim" reloadDocument>
              {text.guide}
            </TextLink>
          </Text>
        </div>
        <Reached line="POST /rest/v1/rpc/add_scim_token">
          <Button ref={makeButton} onClick={() => setMaking(true)}>
            <KeyRound size={16} aria-hidden="true" />
            {text.make}
          </Button>
        </Reached>
      </div>
      <div className="max-w-lg">
        <CopyField
          name="scim-address"
          label={text.address}
          value={address}
          copyLabel={text.copyAddress}
          onCopy={() => void copyText(address, text.addressCopied)}
        />
      </div>
      <TokenList onRevoke={setRevoking} />
      <TokenDialog isOpen={isMaking} onClose={() => setMaking(false)} finalFocus={makeButton} />
      <RevokeQuestion token={revoking} onClose={() => setRevoking(null)} finalFocus={makeButton} />
    </section>
  )
}

function TokenList({ onRevoke }: { onRevoke: (token: ScimToken) => void }) {
  const list = useQuery(scimTokensQuery(useVault().scim))
  if (list.isError && !list.data) return <ListFailed text={text} query={list} />
  return (
    <Card>
      {!list.data ? (
        <SkeletonRows label={text.loading} rows={1} rowHeight={ROW_PX} />
      ) : list.data.length === 0 ? (
        <EmptyState title={text.empty} text={text.emptyText} seed="scim-tokens" />
      ) : (
        <RowList label={text.list}>
          {list.data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
          ))}
        </RowList>
      )}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import type { OwnRecovery, PolicyView } from '#web/lib/remote/vault-client.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ownRecoveryQuery, policyQuery } from '../../../recovery/recovery.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { labelOf } from '#web/parts/people/team-view.ts'
import { ProtectionRow, type Seen } from '../protection-row.tsx'
import { RecoveryAgreementActions } from './recovery-agreement-actions.tsx'
import { standingOf } from './recovery-standing.ts'
import { useRecoveryActions } from './use-recovery-actions.ts'

const text = byOthers.agreement

/** Whether people of the organisation may let this account back in: who they are, who says so, and the person's own answer. */
export function RecoveryAgreementRow() {
  const { recovery } = useVault()
  const policy = useQuery(policyQuery(recovery))
  const own = useQuery(ownRecoveryQuery(recovery))
  const known = policy.data && own.data && { ...policy.data, own: own.data }
  // Without a policy there is nothing to answer, and an empty box would take room.
  const actions = known && (known.policy || known.own.agreement) && (
    <RecoveryAgreementActions policy={known.policy} standing={standingOf(known.policy, known.own)} />
  )
  return (
    <ProtectionRow name={byOthers.title} lead={text.lead} action={actions} query={policy}>
      {({ policy: decided, problem }) => seenOf(decided, problem, own.data)}
    </ProtectionRow>
  )
}

function seenOf(policy: PolicyView | null, problem: unknown, own: OwnRecovery | undefined): Seen {
  if (!policy && !problem) return { state: 'none', text: text.none }
  const standing = own && standingOf(policy, own)
  const isUneasy = Boolean(problem) || Boolean(own?.request) || standing === 'older'
  return {
    state: isUneasy ? 'attention' : standing === 'allowed' ? 'on' : 'off',
    more: (
      <>
        {own?.request && <OpenRequest request={own.request} />}
        {Boolean(problem) && <Notice tone="error">{sentenceFor(problem)}</Notice>}
        {own && policy && <Decided policy={policy} own={own} />}
      </>
    ),
  }
}

function OpenRequest({ request }: { request: NonNullable<OwnRecovery['request']> }) {
  const { cancel } = useRecoveryActions()
  return (
    <Notice
      tone="attention"
      action={
        <Button variant="outline" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          {text.cancel}
        </Button>
      }
    >
      {text.open(formatDateTime(new Date(request.expiresAt)))}
    </Notice>
  )
}

function Decided({ policy, own }: { policy: PolicyView; own: OwnRecovery }) {
  const { author, holders, threshold, decidedAt } = policy
  const standing = standingOf(policy, own)
  const names = holders.map((one) => (one.isMe ? text.you : one.isMember ? labelOf(one) : text.someoneLeft))
  const when = formatDateTime(new Date(decidedAt))
  return (
    <>
      <FactList
        facts={[
          [text.holders, names.join(', ')],
          [text.decidedBy, text.decided(author.isMe ? text.you : labelOf(author), when)],
        ]}
      />
      <Text tone="soft">{text.meaning(threshold, holders.filter(({ isMe }) => !isMe).length)}</Text>
      {standing === 'too-few' && <Notice tone="attention">{text.tooFew(threshold)}</Notice>}
      {standing === 'unknown-author' && (
        <Notice tone="attention" action={<TextLink to="/dashboard/team">{text.toTeam}</TextLink>}>
          {text.unknownAuthor(labelOf(author))}
        </Notice>
      )}
      {own.agreement && own.agreement.revision !== policy.revision && <Notice tone="attention">{text.changed}</Notice>}
      <Text className="font-semibold">
        {own.agreement ? text.allowed(formatDateTime(new Date(own.agreement.agreedAt))) : text.notAllowed}
      </Text>
    </>
  )
}

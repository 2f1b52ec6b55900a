import { useState } from 'react'
import { bytesOfGigabytes, GB_BYTES } from '#web/lib/typed-gigabytes.ts'
import { memberQuota as text } from '#web/messages/member-quota.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { MemberQuota, ShownMember } from '#web/parts/people/member-of.ts'

/** How much a person has stored, and a limit of their own below that of their plan. */
export function QuotaForm({ member }: { member: ShownMember }) {
  return member.quota && <Limit member={member} quota={member.quota} />
}

function Limit({ member, quota }: { member: ShownMember; quota: MemberQuota }) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const { usedBytes, planBytes } = quota
  // The dialog has the person as they were listed when it opened.
  const [ownBytes, setOwnBytes] = useState(quota.ownBytes)
  const write = async (bytes: number | null) => {
    await guarded(team.setQuota)(member.userId, bytes)
    setOwnBytes(bytes)
    return bytes
  }
  const save = useAction(write, {
    done: (bytes) => text.saved(labelOf(member), bytes),
    failed: text.failed,
    keys: ['team'],
  })
  const problemOf = (typed: string): string | null => {
    const bytes = bytesOfGigabytes(typed)
    if (bytes === undefined) return text.wrong
    return bytes !== null && planBytes !== null && bytes > planBytes ? text.tooMuch(planBytes) : null
  }
  return (
    <EnglishArea>
      <section className="flex flex-col gap-2.5">
        <Heading>{text.title}</Heading>
        <Text tone="soft">{text.used(usedBytes, ownBytes ?? planBytes)}</Text>
        <Form onSubmit={({ limit = '' }) => save.mutate(bytesOfGigabytes(limit) ?? null)}>
          <TextField
            name="limit"
            label={text.label}
            hint={text.hint(planBytes)}
            inputMode="decimal"
            autoComplete="off"
            isOptional
            defaultValue={ownBytes === null ? '' : String(ownBytes / GB_BYTES)}
            validate={problemOf}
          />
          <Button type="submit" variant="outline" className="self-start" isBusy={save.isPending}>
            {save.isPending ? text.saving : text.save}
          </Button>
        </Form>
      </section>
    </EnglishArea>
  )
}

import type { DemoAccounts } from '#web/lib/remote/vault-client.ts'
import { tenantDemo } from '#web/messages/tenant-demo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

/** Passwords of the people who sign in to a demo, this once. */
export function DemoPasswords({ accounts }: { accounts: DemoAccounts }) {
  const { accounts: text } = tenantDemo
  const copy = async (value: string) => {
    try {
      await navigator.clipboard.writeText(value)
      toastDone(text.copied)
    } catch {
      toastError(text.copyFailed, text.text)
    }
  }
  const lines = accounts.map(({ role, email, password }) => text.line(role, email, password))
  return (
    <section className="flex flex-col gap-3">
      <Heading>{text.title}</Heading>
      <Notice tone="attention">{text.text}</Notice>
      {accounts.map(({ role, email, password }) => (
        <CopyField
          key={role}
          name={role}
          label={text.of(role, email)}
          value={password}
          copyLabel={text.copyOne(role)}
          onCopy={() => void copy(password)}
        />
      ))}
      <Button variant="outline" className="self-start" onClick={() => void copy(lines.join('\n'))}>
        {text.copy}
      </Button>
    </section>
  )
}

import type { Stay } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { StayChoice } from '../stay-choice.tsx'

const text = m.account.login
const REMEMBERED: readonly Stay[] = ['browser', 'device']

/** Without it the vault is open in this tab only; with it, for how long is the second question. */
export function RememberMe({ stay, onChange }: { stay: Stay; onChange: (stay: Stay) => void }) {
  const isWanted = stay !== 'tab'
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        label={text.remember}
        {...(isWanted ? {} : { hint: text.rememberHint })}
        checked={isWanted}
        onCheckedChange={(checked) => onChange(checked ? 'browser' : 'tab')}
      />
      {isWanted && (
        <div className="pl-7">
          <StayChoice value={stay} onChange={onChange} among={REMEMBERED} />
        </div>
      )}
    </div>
  )
}

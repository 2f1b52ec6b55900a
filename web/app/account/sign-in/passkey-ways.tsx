import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'

const text = policies.required

type WayProps = { isBusy: boolean; onUse: () => void; isMain?: boolean }

const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Signs in with a passkey that the account has. */
export function OwnPasskey({ isBusy, onUse }: WayProps) {
  return (
    <div className="flex flex-col gap-1.5">
      {canUsePasskeys() ? (
        <Button size="lg" isBusy={isBusy} onClick={onUse}>
          {text.signInByPasskey}
        </Button>
      ) : (
        <Notice tone="error">{text.noPasskeysHere}</Notice>
      )}
      <Text tone="hint" size="xs">
        {text.lostPasskey}
      </Text>
    </div>
  )
}

/** Adds a passkey and signs in with it. Where it is not the main way, a browser without passkeys shows the others alone. */
export function NewPasskey({ isBusy, onUse, isMain = false }: WayProps) {
  if (!canUsePasskeys()) return isMain ? <Notice tone="error">{text.noPasskeyToAdd}</Notice> : null
  return (
    <div className="flex flex-col gap-1.5">
      <Button size="lg" variant={isMain ? 'primary' : 'outline'} isBusy={isBusy} onClick={onUse}>
        {text.passkey}
      </Button>
      <Text tone="hint" size="xs">
        {text.passkeyHint}
      </Text>
    </div>
  )
}

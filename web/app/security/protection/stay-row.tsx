import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { serviceMessage } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { StateRow } from '#web/ui/list/state-list.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { StayChoice } from '../../account/stay-choice.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const words = m.account.stay

/** How long this browser keeps the vault unlocked. A choice holds at once. */
export function StayRow() {
  const { account } = useVault()
  const stay = useStore(account.stay)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const choose = useMutation({
    mutationFn: account.chooseStay,
    onError: (error) => toastError(words.failed, serviceMessage(error)),
  })
  const chosen = choose.isPending ? choose.variables : stay
  return (
    <StateRow
      name={words.title}
      state={chosen === 'tab' ? { is: 'off', word: m.security.states.off } : { is: 'good', word: m.security.states.on }}
      fact={`${words.choices[chosen]}: ${words.meaning[chosen]}`}
      action={
        <Button
          variant="outline"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.done : words.change}
        </Button>
      }
      more={
        isOpen && (
          <div id={id}>
            <StayChoice value={chosen} onChange={choose.mutate} />
          </div>
        )
      }
    >
      {words.lead}
    </StateRow>
  )
}

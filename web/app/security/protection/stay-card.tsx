import { useMutation } from '@tanstack/react-query'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { serviceMessage } from '#web/messages/errors.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { StayChoice } from '../../account/stay-choice.tsx'
import { useVault } from '../../vault-context.ts'

const words = m.account.stay

/** How long this browser keeps the vault unlocked. A choice holds at once. */
export function StayCard() {
  const { account } = useVault()
  const stay = useStore(account.stay)
  const choose = useMutation({
    mutationFn: account.chooseStay,
    onError: (error) => toastError(words.failed, serviceMessage(error)),
  })
  return (
    <CardSection aria-label={words.title} className="flex flex-col gap-3 p-4">
      <div>
        <Heading>{words.title}</Heading>
        <Text tone="soft" className="mt-0.5 max-w-prose">
          {words.lead}
        </Text>
      </div>
      <div className="max-w-prose">
        <StayChoice value={choose.isPending ? choose.variables : stay} onChange={choose.mutate} />
      </div>
    </CardSection>
  )
}

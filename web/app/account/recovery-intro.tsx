import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { Text } from '#web/ui/text.tsx'
import { StepHeading } from './step-heading.tsx'

export function RecoveryIntro({ isBusy, onStart }: { isBusy: boolean; onStart: () => void }) {
  const text = m.recovery.intro
  return (
    <>
      <StepHeading at={1}>{text.heading}</StepHeading>
      <Text tone="soft" size="base">
        {text.lead}
      </Text>
      <FactList facts={text.points} />
      <Button size="lg" className="self-start" isBusy={isBusy} onClick={onStart}>
        {isBusy ? text.busy : text.submit}
      </Button>
    </>
  )
}

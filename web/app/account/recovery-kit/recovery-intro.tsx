import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { StepHeading } from '../step-heading.tsx'

type Props = { isBusy: boolean; onStart: () => void; children?: ReactNode }

export function RecoveryIntro({ isBusy, onStart, children }: Props) {
  const text = m.recovery.intro
  return (
    <>
      <StepHeading at={1}>{text.heading}</StepHeading>
      <Text tone="soft" size="base">
        {text.lead}
      </Text>
      <FactList facts={text.points} />
      {children}
      <Button size="lg" className="self-start" isBusy={isBusy} onClick={onStart}>
        {isBusy ? text.busy : text.submit}
      </Button>
    </>
  )
}

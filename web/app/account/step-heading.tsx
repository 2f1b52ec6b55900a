import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** The heading of a step takes the focus when the step appears, so that a screen reader starts there. */
export function StepHeading({ at, children }: { at: number; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (at > 1) heading.current?.focus()
  }, [at])

  return (
    <div>
      <Text tone="hint" size="xs" className="print:hidden">
        {m.recovery.step(at)}
      </Text>
      <Heading ref={heading} tabIndex={-1} className="outline-none">
        {children}
      </Heading>
    </div>
  )
}

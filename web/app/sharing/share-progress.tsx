import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Text } from '#web/ui/layout/text.tsx'

type Props = { label: string; text: string; done: number; count: number; onStop: () => void }

/** How far sharing of several files is, with the button that stops it. */
export function ShareProgress({ label, text, done, count, onStop }: Props) {
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <Progress label={label} value={done / count} />
        <Text tone="hint" size="xs" className="mt-1.5">
          {text}
        </Text>
      </div>
      <Button variant="outline" size="sm" onClick={onStop}>
        {m.sharing.stop}
      </Button>
    </div>
  )
}

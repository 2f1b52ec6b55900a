import { Copy } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { list as text } from '#web/messages/list.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CodeBlock } from '#web/ui/code/code-block.tsx'
import { More } from '#web/ui/list/more.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

const words = text.panel

/** A row as the server has it, folded, to be copied. */
export function RawJson({ value }: { value: unknown }) {
  const json = JSON.stringify(value, null, 2)
  return (
    <div className="relative">
      <More title={words.raw}>
        <CodeBlock label={words.raw} text={json} />
      </More>
      <Button size="sm" variant="ghost" className="absolute top-0 right-0" onClick={() => void copy(json)}>
        <Copy size={14} aria-hidden="true" />
        {words.copy}
      </Button>
    </div>
  )
}

async function copy(json: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(json)
    toastDone(words.copied)
  } catch {
    // Refused by the browser or the person; the text is on the screen.
    toastError(m.files.toast.error, words.copyFailed)
  }
}

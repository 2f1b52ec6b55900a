import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveText } from '#web/lib/files/save-text.ts'
import { dateLocale } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { NumberedWords } from '#web/ui/list/numbered-words.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { StepHeading } from '../step-heading.tsx'

type Props = { words: readonly string[]; email: string; onKept: () => void }

/** The 24 words, and three ways to keep them. */
export function RecoveryWords({ words, email, onKept }: Props) {
  const text = m.recovery.words
  const [isCopied, setCopied] = useState(false)
  const [date] = useState(() => new Date().toLocaleDateString(dateLocale() ?? 'en-US', { dateStyle: 'long' }))

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words.join(' '))
      setCopied(true)
    } catch {
      toastError(text.copyFailed)
    }
  }
  const download = () => {
    const lines = words.map((word, at) => `${String(at + 1).padStart(2)}. ${word}`).join('\n')
    saveText(text.fileName, text.file(email, date, lines))
  }

  return (
    <>
      <StepHeading at={2}>{text.heading}</StepHeading>
      <Text tone="soft" className="print:hidden">
        {text.lead}
      </Text>
      <Text className="hidden print:block">{text.printed(email, date)}</Text>
      <NumberedWords label={text.list} words={words} />
      <Text className="hidden print:block">{text.printedNote}</Text>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button variant="outline" onClick={() => void copy()}>
          {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          {isCopied ? text.copied : text.copy}
        </Button>
        <Button variant="outline" onClick={download}>
          <Download size={16} aria-hidden="true" />
          {text.download}
        </Button>
        <Button variant="outline" onClick={() => print()}>
          <Printer size={16} aria-hidden="true" />
          {text.print}
        </Button>
        <Button className="max-sm:w-full sm:ml-auto" onClick={onKept}>
          {text.submit}
        </Button>
      </div>
    </>
  )
}

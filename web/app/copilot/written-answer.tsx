import { Sparkles } from 'lucide-react'
import type { CopilotWriter, WrittenSentence } from '#contract/copilot/copilot.ts'
import { modelLabel } from '#contract/studio/content.ts'
import { copilot as words } from '#web/messages/copilot.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { passageId } from './passages.tsx'
import { useWrittenAnswer, type Written } from './use-written-answer.ts'

const text = words.written

/** An answer in the words of a model, which is asked for by itself: only then does the question leave the server. */
export function WrittenAnswer({ question, writer }: { question: string; writer: CopilotWriter }) {
  const { written, start, stop } = useWrittenAnswer(question)
  if (!written) {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <Button variant="outline" onClick={start}>
          <Sparkles size={16} aria-hidden="true" />
          {text.write}
        </Button>
        <Text tone="hint" size="xs">
          {text.leaves(writer.model, writer.provider)} {writer.keepsTexts && text.kept}
        </Text>
      </div>
    )
  }
  return (
    <section aria-label={modelLabel(writer.model)} className="flex flex-col gap-3 border-l-2 border-copper pl-3">
      <Text tone="copper" size="xs" className="font-semibold">
        {modelLabel(writer.model)}
      </Text>
      <Sentences written={written} />
      <Ending {...{ written, start, stop }} />
    </section>
  )
}

function Sentences({ written: { sentences, passages, end } }: { written: Written }) {
  return (
    <div aria-busy={end === null}>
      {sentences.length === 0 && end === null && <Text tone="soft">{text.waiting}</Text>}
      <p className="text-sm leading-relaxed wrap-anywhere">
        {sentences.map((sentence, at) => (
          <span key={`${at} ${sentence.text}`}>
            {sentence.text} <Marks {...{ sentence, titles: passages.map(({ title }) => title) }} />{' '}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The passages that a sentence names, each leading to its quote. */
function Marks({ sentence, titles }: { sentence: WrittenSentence; titles: readonly string[] }) {
  return sentence.sources.map((number) => (
    <TextButton
      key={number}
      aria-label={text.source(number, titles[number - 1] ?? '')}
      className="mr-0.5 text-xs tabular-nums"
      onClick={() => document.querySelector<HTMLElement>(`#${passageId(number)}`)?.focus()}
    >
      [{number}]
    </TextButton>
  ))
}

type EndingProps = { written: Written; start: () => void; stop: () => void }

function Ending({ written: { sentences, leftOut, end }, start, stop }: EndingProps) {
  const isEmpty = sentences.length === 0
  if (end === null) {
    return (
      <Button variant="outline" size="sm" className="self-start" onClick={stop}>
        {text.stop}
      </Button>
    )
  }
  return (
    <>
      {end.kind === 'failed' && <Notice tone="error">{text.failed(end.message, !isEmpty)}</Notice>}
      {end.kind === 'stopped' && <Notice tone="info">{text.stopped(!isEmpty)}</Notice>}
      {end.kind === 'done' && isEmpty && <Notice tone="info">{text.nothing}</Notice>}
      {end.kind === 'done' && !isEmpty && (
        <Text tone="hint" size="xs">
          {text.check} {leftOut > 0 && text.leftOut(leftOut)}
        </Text>
      )}
      {end.kind !== 'done' && (
        <Button variant="outline" size="sm" className="self-start" onClick={start}>
          {text.again}
        </Button>
      )}
    </>
  )
}

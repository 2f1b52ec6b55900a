import { useState } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { CommandLine } from '#web/ui/site/command-line.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Foldable } from '#web/ui/site/foldable.tsx'
import { PlainArea, PlainField, typedInto } from '#web/ui/site/plain-field.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { ORIGIN } from '../../page-meta.ts'
import { useInBrowser } from '../../use-in-browser.ts'
import { curlOf } from './curl.ts'
import type { Endpoint, ShownParameter } from './open-api.ts'
import { type Answer, send } from './try-out.ts'

const text = documentation.reference

/** One address: folded away until somebody wants its parameters or a try. */
export function EndpointPart({ endpoint, token }: { endpoint: Endpoint; token: string }) {
  const { method, path, summary, parameters } = endpoint
  return (
    <Foldable
      title={
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={method === 'get' ? 'plain' : 'copper'}>{method.toUpperCase()}</Badge>
          <Mono className="text-sm wrap-anywhere">{path}</Mono>
        </span>
      }
    >
      {summary && <Text tone="soft">{summary}</Text>}
      {parameters.length > 0 && <Fields title={text.parameters} fields={parameters} />}
      <Answers endpoint={endpoint} />
      <Example endpoint={endpoint} />
      <TryOut endpoint={endpoint} token={token} />
    </Foldable>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly ShownParameter[] }) {
  return (
    <>
      <Heading as="h3" look="small" className="mt-3">
        {title}
      </Heading>
      <dl className="mt-1 divide-y divide-line border-y border-line text-sm">
        {fields.map(({ name, place, type, isRequired, text: description }) => (
          <div key={`${place} ${name}`} className="grid gap-x-4 py-1.5 sm:grid-cols-[14rem_1fr]">
            <dt className="font-mono wrap-anywhere">{name}</dt>
            <dd className="min-w-0 wrap-anywhere text-ink-2">
              {[type, text.in[place] ?? place, isRequired && place !== 'answer' ? text.required : '']
                .filter(Boolean)
                .join(', ')}
              {description && <span className="block text-ink-3">{description}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Answers({ endpoint: { answer, method, kind } }: { endpoint: Endpoint }) {
  const { answers } = text
  if (answer && answer.fields.length > 0)
    return <Fields title={answer.isList ? answers.rows : answers.row} fields={answer.fields} />
  const sentence = answer
    ? (answer.isList ? answers.values : answers.value)(answer.type)
    : // A change of rows answers with them where `Prefer: return=representation` asks for it.
      (method === 'get' || kind === 'function') && answers.nothing
  return sentence && <Text className="mt-3">{sentence}</Text>
}

function Example({ endpoint }: { endpoint: Endpoint }) {
  const origin = useInBrowser(() => location.origin, ORIGIN)
  return (
    <>
      <Heading as="h3" look="small" className="mt-4 mb-1">
        {text.example}
      </Heading>
      <CommandLine
        text={curlOf(endpoint, origin)}
        label={text.copyExample}
        copy={documentation.copy}
        copied={documentation.copied}
      />
      <Text tone="hint" size="xs" className="mt-1">
        {text.exampleNote}
      </Text>
    </>
  )
}

function TryOut({ endpoint: { method, path, kind, body }, token }: { endpoint: Endpoint; token: string }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isSending, setSending] = useState(false)
  const changes = method !== 'get' && kind === 'table'
  const ask = async (values: Record<string, string>) => {
    setSending(true)
    const { query = '', body: typed = '' } = values
    setAnswer(await send({ method, path, query, body: body === null ? null : typed, token }))
    setSending(false)
  }
  return (
    <div className="mt-5">
      <Heading as="h3" look="small" className="mb-2">
        {text.tryOut}
      </Heading>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(typedInto(event.currentTarget))
        }}
      >
        <PlainField
          name="query"
          label={text.query}
          isMono
          defaultValue={method === 'get' ? 'limit=5' : ''}
          autoComplete="off"
          spellCheck={false}
        />
        {body !== null && <PlainArea name="body" label={text.body} isMono rows={5} defaultValue={body} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="outline" isBusy={isSending}>
            {text.send(method.toUpperCase())}
          </Button>
          {changes && <Text tone="copper">{text.changes}</Text>}
        </div>
      </form>
      {answer && <Shown answer={answer} />}
    </div>
  )
}

function Shown({ answer }: { answer: Answer }) {
  if ('problem' in answer) {
    return (
      <div className="mt-3">
        <Notice tone="error">{answer.problem}</Notice>
      </div>
    )
  }
  const { status, milliseconds, text: body } = answer
  return (
    <div className="mt-3">
      <Text aria-live="polite" className="tabular-nums">
        {text.status(status, milliseconds)}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll */}
      <section aria-label={text.answer} tabIndex={0} className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken p-3">
        <pre className="font-mono text-xs text-ink">{body}</pre>
      </section>
    </div>
  )
}

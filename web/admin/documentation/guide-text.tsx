import { clsx } from 'clsx'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { parseDocument } from '#contract/documentation/parse-document.ts'
import { documentationEditor } from '#web/messages/documentation/documentation-editor.ts'
import { inputStyle } from '#web/ui/form/input-style.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { Prose } from '#web/ui/site/prose.tsx'
import { DocumentView } from './document-view.tsx'

const text = documentationEditor.text
type View = 'write' | 'preview'

/** Markdown on the left and how it looks on the right; on a narrow screen one of them. */
export function GuideText({ body, onChange }: { body: string; onChange: (body: string) => void }) {
  const [view, setView] = useState<View>('write')
  const hint = useId()
  return (
    <div className="flex flex-col gap-3">
      <div className="lg:hidden">
        <ChoiceBar
          label={text.views}
          value={view}
          onChange={(chosen) => setView(chosen === 'preview' ? 'preview' : 'write')}
          options={[
            ['write', text.write],
            ['preview', text.preview],
          ]}
        />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className={clsx('flex min-w-0 flex-col gap-1.5', view === 'preview' && 'max-lg:hidden')}>
          <textarea
            aria-label={text.label}
            aria-describedby={hint}
            value={body}
            onChange={(event) => onChange(event.currentTarget.value)}
            spellCheck
            className={clsx(inputStyle, 'h-[34rem]! resize-y py-2 font-mono max-lg:h-[26rem]!')}
          />
          <Text id={hint} tone="hint">
            {text.hint}
          </Text>
        </div>
        <Card className={clsx('min-w-0 overflow-y-auto p-4 lg:h-[34rem]', view === 'write' && 'max-lg:hidden')}>
          <Preview body={body} />
        </Card>
      </div>
    </div>
  )
}

/** Drawn when typing leaves time for it. */
function Preview({ body }: { body: string }) {
  const shown = useDeferredValue(body)
  const nodes = useMemo(() => parseDocument(shown), [shown])
  return (
    <section aria-label={text.preview}>
      {nodes.length === 0 ? (
        <Text tone="soft">{text.empty}</Text>
      ) : (
        <Prose>
          <DocumentView nodes={nodes} />
        </Prose>
      )}
    </section>
  )
}

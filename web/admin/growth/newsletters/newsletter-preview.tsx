import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { CodeBlock } from '#web/ui/code/code-block.tsx'
import { MailFrame } from '#web/ui/code/mail-frame.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { previewQuery } from './newsletters.queries.ts'

const words = text.preview
const ROW_PX = 64

/** The mail as it is stored, in both sizes and as plain text. @param version grows with each saving */
export function NewsletterPreview({ id, version }: { id: string; version: number }) {
  const [size, setSize] = useState('desktop')
  const query = useQuery(previewQuery(useVault().newsletters, id, version))
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading look="small">{words.title}</Heading>
        <ChoiceBar
          label={words.size}
          value={size}
          onChange={setSize}
          options={[
            ['desktop', words.desktop],
            ['phone', words.phone],
            ['text', words.text],
          ]}
        />
      </div>
      <QueryView
        query={query}
        text={{ ...words, retry: text.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
      >
        {({ path, text: plain }) =>
          size === 'text' ? (
            <CodeBlock label={words.text} text={plain} />
          ) : (
            <MailFrame label={words.frame} src={path} isNarrow={size === 'phone'} />
          )
        }
      </QueryView>
    </Card>
  )
}

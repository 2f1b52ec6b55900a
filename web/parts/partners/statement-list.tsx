import { Download } from 'lucide-react'
import { statementNumber } from '#contract/partners/partners.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { PartnerStatement } from '#web/lib/remote/vault-client.ts'
import { spoken } from '#web/messages/languages/speak.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { useAction } from '../action/use-action.ts'
import { monthOf } from './partner-words.ts'

const words = text.statements

type Props = {
  statements: readonly PartnerStatement[]
  onDownload: (id: string, language: string) => Promise<Blob>
}

/** Statements of a partner, newest first. */
export function StatementList({ statements, onDownload }: Props) {
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <Heading look="small">{words.title}</Heading>
      {statements.length === 0 ? (
        <Text tone="soft">{words.empty}</Text>
      ) : (
        <RowList label={words.title}>
          {statements.map((statement) => (
            <StatementRow key={statement.id} statement={statement} onDownload={onDownload} />
          ))}
        </RowList>
      )}
    </section>
  )
}

type RowProps = Pick<Props, 'onDownload'> & { statement: PartnerStatement }

function StatementRow({ statement, onDownload }: RowProps) {
  const name = statementNumber(statement)
  // In the language of the page.
  const download = useAction(() => onDownload(statement.id, spoken.read()), {
    done: () => undefined,
    failed: words.pdfFailed,
    keys: [],
    onDone: (file) => saveBlob(`${name}.pdf`, file),
  })
  return (
    <li className="flex items-center gap-2 py-1.5 text-sm">
      <span className="min-w-0 flex-1 tabular-nums">
        <span className="font-semibold">{name}</span> · {monthOf(statement.month)}
      </span>
      <IconButton label={words.pdf(name)} disabled={download.isPending} onClick={() => download.mutate(undefined)}>
        <Download size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

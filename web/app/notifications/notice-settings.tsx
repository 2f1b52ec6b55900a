import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { NOTICE_KINDS, type NoticeKind, type NoticeSetting } from '#contract/notices.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../vault-context.ts'
import { noticeSettingsQuery } from './notices.queries.ts'

const ROW_PX = 40
const words = m.notices.settings
type Row = { kind: NoticeKind; setting: NoticeSetting }

/** Two switches for each kind; a press is saved at once. */
export function NoticeSettings() {
  const { data, error, isFetching, refetch } = useQuery(noticeSettingsQuery(useVault().notices))
  const save = useSaveSetting()
  const rows = data && (Object.keys(NOTICE_KINDS) as NoticeKind[]).map((kind) => ({ kind, setting: data[kind] }))
  const columns = settingColumns((row) => save.mutate(row))

  return (
    <CardSection aria-label={words.title}>
      <div className="p-4">
        <Heading>{words.title}</Heading>
        <Text tone="soft" className="mt-0.5 max-w-prose">
          {words.lead}
        </Text>
      </div>
      {rows ? (
        <Table label={words.title} columns={columns} rows={rows} rowId={({ kind }) => kind} />
      ) : error ? (
        <div className="px-4 pb-4">
          <Notice
            tone="error"
            action={
              <Button variant="outline" isBusy={isFetching} onClick={() => void refetch()}>
                {m.notices.retry}
              </Button>
            }
          >
            {m.files.because(words.failed, sentenceFor(error))}
          </Notice>
        </div>
      ) : (
        <SkeletonRows label={words.loading} rows={7} rowHeight={ROW_PX} />
      )}
    </CardSection>
  )
}

function settingColumns(onChange: (row: Row) => void): TableColumn<Row>[] {
  return [
    { id: 'event', header: words.event, cell: ({ kind }) => words.kinds[kind] },
    {
      id: 'app',
      header: words.inApp,
      cell: ({ kind, setting }) => (
        <BareCheckbox
          label={words.inAppLabel(words.kinds[kind])}
          checked={setting.inApp}
          onCheckedChange={(inApp) => onChange({ kind, setting: { ...setting, inApp } })}
        />
      ),
    },
    {
      id: 'email',
      header: words.byEmail,
      cell: ({ kind, setting }) =>
        NOTICE_KINDS[kind].byEmail === 'always' ? (
          <Span tone="hint">{words.always}</Span>
        ) : (
          <BareCheckbox
            label={words.byEmailLabel(words.kinds[kind])}
            checked={setting.byEmail}
            onCheckedChange={(byEmail) => onChange({ kind, setting: { ...setting, byEmail } })}
          />
        ),
    },
  ]
}

/** Shows the new setting at once and takes it back when it could not be saved. */
function useSaveSetting() {
  const { notices } = useVault()
  const queries = useQueryClient()
  const { queryKey } = noticeSettingsQuery(notices)
  return useMutation({
    mutationFn: ({ kind, setting }: Row) => notices.saveSetting(kind, setting),
    onMutate: async ({ kind, setting }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (current) => current && { ...current, [kind]: setting })
    },
    onError: (error) => toastError(words.saveFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

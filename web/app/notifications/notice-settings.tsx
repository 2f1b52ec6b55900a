import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { featureNotice } from '#contract/features/all-facts.ts'
import { type NoticeKind, type OwnNoticeKind, isAlwaysMailed } from '#contract/notices.ts'
import { factWords } from '#web/messages/fact-words.ts'
import { notices as noticeWords } from '#web/messages/notifications.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { FoldedPart } from '#web/ui/layout/disclosure.tsx'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { type NoticeRow, groupSettings } from './notice-groups.ts'
import { noticeSettingsQuery } from './notices.queries.ts'

const ROW_PX = 44
const words = noticeWords.settings

/** Two switches for each kind, folded by what they are about; a press is saved at once. */
export function NoticeSettings() {
  const settings = useQuery(noticeSettingsQuery(useVault().notices))
  const save = useSaveSetting()
  const columns = settingColumns((row) => save.mutate(row))

  return (
    <CardSection aria-label={words.title}>
      <div className="p-4">
        <Heading>{words.title}</Heading>
        <Text tone="soft" className="mt-0.5 max-w-prose">
          {words.lead}
        </Text>
      </div>
      <QueryView
        query={settings}
        text={{ failed: words.failed, retry: noticeWords.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={4} rowHeight={ROW_PX} />}
        className="px-4 pb-4"
      >
        {(all) => (
          <div className="border-t border-line">
            {groupSettings(all).map(({ group, rows, inApp, byEmail }) => (
              <FoldedPart key={group} title={words.groups[group]} note={words.counts(inApp, byEmail, rows.length)}>
                <Table label={words.groups[group]} columns={columns} rows={rows} rowId={({ kind }) => kind} />
              </FoldedPart>
            ))}
          </div>
        )}
      </QueryView>
    </CardSection>
  )
}

function settingColumns(onChange: (row: NoticeRow) => void): TableColumn<NoticeRow>[] {
  return [
    { id: 'event', header: words.event, cell: ({ kind }) => titleOf(kind) },
    {
      id: 'app',
      header: words.inApp,
      cell: ({ kind, setting }) => (
        <BareCheckbox
          label={words.inAppLabel(titleOf(kind))}
          checked={setting.inApp}
          onCheckedChange={(inApp) => onChange({ kind, setting: { ...setting, inApp } })}
        />
      ),
    },
    {
      id: 'email',
      header: words.byEmail,
      cell: ({ kind, setting }) =>
        isAlwaysMailed(kind) ? (
          <Span tone="hint">{words.always}</Span>
        ) : (
          <BareCheckbox
            label={words.byEmailLabel(titleOf(kind))}
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
    mutationFn: ({ kind, setting }: NoticeRow) => notices.saveSetting(kind, setting),
    onMutate: async ({ kind, setting }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (current) => current && { ...current, [kind]: setting })
    },
    onError: (error) => toastError(words.saveFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

function titleOf(kind: NoticeKind): string {
  const fact = featureNotice(kind)
  return fact ? factWords(fact.title) : words.kinds[kind as OwnNoticeKind]
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Block, NEWSLETTER_LIMITS } from '#contract/growth/newsletters.ts'
import type { Newsletter } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { BlockEditor, type Draft, draftOf } from './block-editor.tsx'
import { NewsletterPreview } from './newsletter-preview.tsx'
import { audiencesQuery } from './newsletters.queries.ts'
import { SendDialog } from './send-dialog.tsx'

const words = text.editor
const { perHour } = NEWSLETTER_LIMITS
const ADDRESS = /^[^@\s]+@[^@\s]+$/

type Props = { newsletter: Newsletter | null; onOpen: (id: string) => void }

/** Writes a draft: its head, its blocks, and beside them the mail as it is stored. */
export function NewsletterEditor({ newsletter, onOpen }: Props) {
  const { newsletters } = useVault()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => (newsletter?.blocks ?? []).map(draftOf))
  const [audience, setAudience] = useState(newsletter?.audience_id ?? '')
  const [isChanged, setChanged] = useState(false)
  const [version, setVersion] = useState(0)
  const save = useAction(
    (fields: Record<string, string>) =>
      newsletters.save(newsletter?.id ?? null, fieldsOf(fields, { drafts, audience })),
    {
      done: words.saved,
      failed: text.failedChange,
      keys: ['newsletters'],
      isQuiet: true,
      onDone: (id) => {
        setChanged(false)
        setVersion((count) => count + 1)
        if (newsletter === null) onOpen(id)
      },
    },
  )
  const change = () => setChanged(true)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card className="p-4">
        {/* A change in any of its fields comes by here. */}
        <div onInput={change}>
          <Form onSubmit={(fields) => save.mutate(fields)}>
            {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
            <HeadFields newsletter={newsletter} />
            <AudienceField value={audience} onChange={(value) => (setAudience(value), change())} />
            <BlockEditor drafts={drafts} onChange={(next) => (setDrafts(next), change())} />
            <FootFields newsletter={newsletter} />
            <div className="flex flex-wrap items-center gap-2">
              <Button type="submit" isBusy={save.isPending}>
                {save.isPending ? words.saving : words.save}
              </Button>
              {newsletter && <DraftActs newsletter={newsletter} isChanged={isChanged} />}
            </div>
            {isChanged && newsletter && <Text tone="soft">{words.changed}</Text>}
          </Form>
        </div>
      </Card>
      {newsletter ? (
        <NewsletterPreview id={newsletter.id} version={version} />
      ) : (
        <Text tone="soft">{words.saveFirst}</Text>
      )}
    </div>
  )
}

type Written = { drafts: readonly Draft[]; audience: string }

function fieldsOf(fields: Record<string, string>, { drafts, audience }: Written) {
  const { subject = '', footer = '', reply_to: replyTo = '', per_hour: pace = '' } = fields
  return {
    subject: subject.trim(),
    blocks: drafts.map((draft) => blockOf(draft, fields)),
    footer: footer.trim(),
    reply_to: replyTo.trim() === '' ? null : replyTo.trim(),
    audience_id: audience === '' ? null : audience,
    per_hour: Number(pace),
  }
}

/** What is typed into the fields of a block. */
function blockOf({ key, block: { kind } }: Draft, fields: Record<string, string>): Block {
  const said = (name: string): string => (fields[`${key}-${name}`] ?? '').trim()
  if (kind === 'divider') return { kind }
  return kind === 'button' ? { kind, label: said('label'), url: said('url') } : { kind, text: said('text') }
}

function HeadFields({ newsletter }: { newsletter: Newsletter | null }) {
  return (
    <TextField
      name="subject"
      label={words.subject}
      maxLength={NEWSLETTER_LIMITS.subjectCharacters}
      autoComplete="off"
      defaultValue={newsletter?.subject ?? ''}
    />
  )
}

function FootFields({ newsletter }: { newsletter: Newsletter | null }) {
  const isPace = (value: string): boolean =>
    /^\d{1,5}$/.test(value.trim()) && Number(value) >= perHour.min && Number(value) <= perHour.max
  return (
    <>
      <TextArea
        name="footer"
        label={words.footer}
        hint={words.footerHint}
        rows={2}
        maxLength={NEWSLETTER_LIMITS.footerCharacters}
        defaultValue={newsletter?.footer ?? ''}
      />
      <TextField
        name="reply_to"
        type="email"
        label={words.replyTo}
        isOptional
        autoComplete="off"
        maxLength={254}
        pattern={ADDRESS.source}
        defaultValue={newsletter?.reply_to ?? ''}
      />
      <TextField
        name="per_hour"
        inputMode="numeric"
        label={words.pace}
        autoComplete="off"
        validate={(value) => (isPace(value) ? null : words.paceWrong)}
        defaultValue={String(newsletter?.per_hour ?? perHour.usual)}
      />
    </>
  )
}

function AudienceField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data } = useQuery(audiencesQuery(useVault().newsletters))
  const known = (data?.audiences ?? []).map(({ id, name }) => [id, name] as const)
  return (
    <SelectField
      isInForm
      label={words.audience}
      value={value}
      onChange={onChange}
      options={[['', text.everybody], ...known]}
    />
  )
}

function DraftActs({ newsletter, isChanged }: { newsletter: Newsletter; isChanged: boolean }) {
  const { newsletters } = useVault()
  const [isSending, setSending] = useState(false)
  const test = useAction(() => newsletters.test(newsletter.id), {
    done: words.tested,
    failed: text.failedChange,
    keys: [],
  })
  return (
    <>
      <Reached line="POST /growth/v1/newsletters/:id/test">
        <Button variant="outline" disabled={isChanged} isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
          {words.test}
        </Button>
      </Reached>
      <Reached line="POST /growth/v1/newsletters/:id/schedule">
        <Button variant="outline" disabled={isChanged} onClick={() => setSending(true)}>
          {words.schedule}
        </Button>
      </Reached>
      <SendDialog newsletter={newsletter} isOpen={isSending} onClose={() => setSending(false)} />
    </>
  )
}

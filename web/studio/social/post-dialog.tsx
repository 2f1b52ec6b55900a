import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { charactersOf, postText } from '#contract/studio/platforms.ts'
import { type CalendarList, type SocialPost, type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'
import { social } from '#web/messages/studio/social.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import { PostPreview } from './post-preview.tsx'

const words = social.edit

type Props = { post: SocialPost; limits: CalendarList['limits']; onClose: () => void }

/** One post. What somebody else changes meanwhile takes nothing away of what is typed. */
export function PostDialog({ post, ...props }: Props) {
  const [seen, setSeen] = useState(post)
  return <PostForm key={seen.version} seen={seen} now={post} onTake={() => setSeen(post)} {...props} />
}

type FormProps = Omit<Props, 'post'> & { seen: SocialPost; now: SocialPost; onTake: () => void }

/** Its day and time, its text as its platform counts it, and whether it is published. */
function PostForm({ seen: post, now, limits, onTake, onClose }: FormProps) {
  const [version, setVersion] = useState(post.version)
  const limit = limits[post.platform]
  const [content, setContent] = useState(post.content)
  const [hashtags, setHashtags] = useState(post.hashtags.join(' '))
  const [isPublished, setPublished] = useState(post.published_at !== null)
  const save = useSaving({ id: post.id, version }, onClose)
  const tags = tagsOf(hashtags)
  const count = charactersOf(post.platform, postText(content, tags))
  const isTooLong = count > limit
  const submit = (values: Record<string, string>) =>
    isTooLong || save.mutate({ ...placesOf(values), content, hashtags: tags, is_published: isPublished })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${social.platforms[post.platform]}: ${post.content_type}`}
      isBusy={save.isPending}
    >
      <Form onSubmit={submit}>
        {now.version > version && <Clash onKeep={() => setVersion(now.version)} onTake={onTake} />}
        {isTooLong && <Notice tone="error">{words.tooLong(count, limit)}</Notice>}
        <div className="grid grid-cols-2 gap-3">
          <TextField name="date" type="date" label={words.date} defaultValue={post.date} />
          <TextField name="time" type="time" label={words.time} defaultValue={post.slot} />
        </div>
        <TextArea
          name="content"
          label={words.content}
          hint={words.characters(count, limit)}
          rows={7}
          value={content}
          onValueChange={setContent}
        />
        <TextField
          name="hashtags"
          label={words.hashtags}
          hint={words.hashtagsHint}
          required={false}
          value={hashtags}
          onChange={(event) => setHashtags(event.currentTarget.value)}
        />
        <TextField name="cta" label={words.cta} required={false} maxLength={300} defaultValue={post.cta} />
        <TextField
          name="visual"
          label={words.visual}
          required={false}
          maxLength={1000}
          defaultValue={post.visual_suggestion}
        />
        <PostPreview text={postText(content, tags)} platform={post.platform} limits={limits} />
        <Checkbox label={words.isPublished} checked={isPublished} onCheckedChange={setPublished} />
        <Button type="submit" isBusy={save.isPending} disabled={isTooLong} className="self-start">
          {words.save}
        </Button>
      </Form>
    </Dialog>
  )
}

function Clash({ onKeep, onTake }: { onKeep: () => void; onTake: () => void }) {
  return (
    <Notice
      tone="attention"
      action={
        <span className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onKeep}>
            {words.keepMine}
          </Button>
          <Button variant="outline" size="sm" onClick={onTake}>
            {words.takeTheirs}
          </Button>
        </span>
      }
    >
      {words.changed}
    </Notice>
  )
}

type Change = Omit<Parameters<VaultClient['calendars']['changePost']>[1], 'version'>

/** Saves over the state that was shown; where somebody else was faster, that is said and nothing is stored. */
function useSaving(post: Pick<SocialPost, 'id' | 'version'>, onSaved: () => void) {
  const { calendars } = useVault()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => calendars.changePost(post.id, { version: post.version, ...change }),
    onSuccess: () => {
      toastDone(words.saved)
      onSaved()
    },
    onError: (error) => {
      const isClash = error instanceof VaultError && error.code === 'changed_meanwhile'
      // The dialog says it of a clash, with what can be done.
      toastError(words.failed, isClash ? undefined : said(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio-calendars'] }),
  })
}

const placesOf = ({ date = '', time = '', cta = '', visual = '' }: Record<string, string>) => ({
  date,
  slot: time,
  cta,
  visual_suggestion: visual,
})

const tagsOf = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter((tag) => tag !== '')
    .map((tag) => (tag.startsWith('#') ? tag : `#${tag}`))

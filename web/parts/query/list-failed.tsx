import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type Props = {
  /** What could not be read, and the word of the button. */
  text: { failed: string; retry: string }
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** In place of a list that could not be read: what failed, why, and the way to try again. */
export function ListFailed({ text, query: { error, isFetching, refetch } }: Props) {
  return (
    <Notice
      tone="error"
      action={
        <Button variant="outline" isBusy={isFetching} onClick={() => void refetch()}>
          {text.retry}
        </Button>
      }
    >
      {error === null ? text.failed : m.files.because(text.failed, sentenceFor(error))}
    </Notice>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/drop-zone.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Heading } from '#web/ui/text.tsx'
import { useVault } from '../../vault-context.ts'
import { FileSearch } from '../file-search.tsx'
import { useSearch } from '../search-context.tsx'
import { FileList } from './file-list.tsx'
import { FilesFailed, FilesLoading } from './files-pending.tsx'
import { filesQuery } from './files.queries.ts'
import { UploadZone } from './upload-zone.tsx'

export function FilesPage() {
  const { files } = useVault()
  const list = useQuery(filesQuery(files))
  const { query } = useSearch()
  const isNarrow = useMedia(NARROW)
  const chooser = useRef<HTMLInputElement>(null)
  const choose = () => chooser.current?.click()
  const upload = (chosen: File[]) => files.upload(chosen, null)

  return (
    <>
      <title>{m.common.pageTitle(m.files.title)}</title>
      <div className="flex items-center justify-between gap-3">
        <Heading as="h1" look="page">
          {m.files.title}
        </Heading>
        <Button onClick={choose}>
          <Upload size={16} aria-hidden="true" />
          {m.files.upload}
        </Button>
        <FileInput inputRef={chooser} onFiles={upload} isMultiple />
      </div>
      <UploadZone isSlim={!list.data || list.data.length > 0} onFiles={upload} />
      {isNarrow && <FileSearch className="w-full" />}
      {list.data ? (
        <FileList
          files={list.data}
          query={query}
          whenEmpty={<NoFiles isSearching={list.data.length > 0} onUpload={choose} />}
        />
      ) : list.isError ? (
        <FilesFailed error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <FilesLoading />
      )}
    </>
  )
}

function NoFiles({ isSearching, onUpload }: { isSearching: boolean; onUpload: () => void }) {
  const { query, setQuery } = useSearch()
  return (
    <EmptyState
      title={m.files.empty}
      text={isSearching ? m.files.emptySearch : m.files.emptyStart}
      seed={query}
      action={
        isSearching ? (
          <Button variant="outline" onClick={() => setQuery('')}>
            {m.files.clearSearch}
          </Button>
        ) : (
          <Button onClick={onUpload}>{m.files.upload}</Button>
        )
      }
    />
  )
}

import { Download, Share2, Trash2, X } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ListBar } from '#web/ui/list-bar.tsx'
import { Span } from '#web/ui/text.tsx'

type Props = {
  selectedCount: number
  shownCount: number
  totalCount: number
  onDownload: () => void
  onShare: () => void
  onDelete: () => void
  onClear: () => void
}

/** Above the list: how many there are, or what can be done with the selected ones. */
export function SelectionBar({ selectedCount, shownCount, totalCount, onDownload, onShare, onDelete, onClear }: Props) {
  const isSelecting = selectedCount > 0
  const count = shownCount === totalCount ? m.files.count(totalCount) : m.files.found(shownCount, totalCount)
  return (
    <ListBar isActive={isSelecting}>
      {isSelecting && (
        <IconButton label={m.files.clearSelection} onClick={onClear} className="-ml-1.5">
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
      <span aria-live="polite" className="font-semibold tabular-nums">
        {isSelecting ? m.files.selected(selectedCount) : count}
      </span>
      {isSelecting ? (
        <span className="ml-auto flex gap-2">
          <Button size="sm" variant="outline" onClick={onDownload}>
            <Download size={14} aria-hidden="true" />
            <span className="max-md:sr-only">{m.files.action.downloadSelected}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={onShare}>
            <Share2 size={14} aria-hidden="true" />
            <span className="max-md:sr-only">{m.files.action.share}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={onDelete}>
            <Trash2 size={14} aria-hidden="true" />
            <span className="max-md:sr-only">{m.files.action.deleteSelected}</span>
          </Button>
        </span>
      ) : (
        <Span tone="hint" className="ml-auto max-md:hidden">
          {m.files.hint}
        </Span>
      )}
    </ListBar>
  )
}

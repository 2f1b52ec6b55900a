import { clsx } from 'clsx'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'

type Common = {
  /** Says what the button does to people who do not see it, after the text that the others read. */
  label: string
  title: string
  text: string
  isActive: boolean
  isBusy: boolean
  /** Opens the chooser, which is somebody else's: this may go while it is open. */
  onPress: () => void
}
type Props = Common & {
  badges: ReactNode
  /** Where there is nothing else to look at. */
  isLarge?: boolean
}

/** A band that takes dropped files and opens a file chooser when pressed. Dropping itself is handled by the window. */
export function DropZone({ label, title, text, badges, isActive, isBusy, isLarge = false, onPress }: Props) {
  return (
    <div
      className={clsx(
        '@container rounded-lg border border-dashed transition-colors duration-120',
        isActive ? 'border-brand bg-brand-tint' : 'border-control bg-surface hover:border-brand',
      )}
    >
      <button
        type="button"
        aria-label={`${title}: ${text}. ${label}`}
        onClick={onPress}
        className={clsx(
          'flex w-full cursor-pointer items-center gap-x-4 gap-y-2 rounded-lg px-4',
          isLarge ? 'min-h-56 flex-col justify-center py-8 text-center' : 'min-h-16 flex-wrap py-3.5 text-left',
        )}
      >
        <span
          className={clsx(
            'grid shrink-0 place-items-center rounded-md bg-brand-tint text-brand',
            isLarge ? 'size-14' : 'size-10',
          )}
        >
          <Upload size={isLarge ? 26 : 20} aria-hidden="true" />
        </span>
        <span className={clsx('min-w-0', !isLarge && 'flex-[1_1_15rem]')}>
          <span className={clsx('block font-semibold', isLarge ? 'text-lg' : 'text-sm')}>{title}</span>
          <span className={clsx('block text-sm', isBusy ? 'text-brand' : 'text-ink-2')}>{text}</span>
        </span>
        <span className={clsx('flex flex-wrap gap-1.5', isLarge && 'mt-2 justify-center')}>{badges}</span>
      </button>
    </div>
  )
}

/** The same above a list, which takes drops itself: one line that says so. */
export function DropLine({
  label,
  title,
  text,
  isActive,
  isBusy,
  onPress,
  notes,
}: Common & { notes: readonly string[] }) {
  return (
    <div className="ml-auto min-w-0 max-md:hidden">
      <button
        type="button"
        aria-label={`${text}. ${label}`}
        title={title}
        onClick={onPress}
        className="flex h-7 max-w-full cursor-pointer items-center gap-2 rounded-md px-2 text-xs text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:h-11"
      >
        <Upload size={13} aria-hidden="true" className="shrink-0" />
        <span className={clsx('truncate', (isActive || isBusy) && 'font-semibold text-brand')}>{text}</span>
        {notes.map((note) => (
          <span key={note} className="whitespace-nowrap @max-5xl:hidden">
            · {note}
          </span>
        ))}
      </button>
    </div>
  )
}

type FileInputProps = {
  inputRef: React.RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
  isMultiple?: boolean
  /** Chooses a folder with everything in it. */
  isFolder?: boolean
}

/** The browser's own chooser, opened by a button through `inputRef`. */
export function FileInput({ inputRef, onFiles, isMultiple = false, isFolder = false }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      multiple={isMultiple}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      hidden
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])]
        // The same file can be chosen again only after the value is gone.
        event.target.value = ''
        if (chosen.length > 0) onFiles(chosen)
      }}
    />
  )
}

/** The frame around the whole window while files hang over it. */
export function DropFrame({ title, target }: { title: string; target: string }) {
  return (
    <div
      className="pointer-events-none fixed inset-0 z-20 grid items-end border-2 border-brand bg-brand/5 p-8"
      aria-live="polite"
    >
      <p className="justify-self-center rounded-lg bg-brand px-5 py-3 text-base font-semibold text-brand-ink shadow-lift">
        {title} <span className="font-normal">({target})</span>
      </p>
    </div>
  )
}

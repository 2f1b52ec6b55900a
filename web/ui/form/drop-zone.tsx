import { clsx } from 'clsx'
import { Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

type Props = {
  /** Names the button for people who do not see the band. */
  label: string
  title: string
  text: string
  badges: ReactNode
  isActive: boolean
  isBusy: boolean
  /** One line once there are files to look at. */
  isSlim: boolean
  onFiles: (files: File[]) => void
}

/** A band that takes dropped files and opens the file chooser when pressed. Dropping itself is handled by the window. */
export function DropZone({ label, title, text, badges, isActive, isBusy, isSlim, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      className={clsx(
        '@container rounded-lg border border-dashed transition-colors duration-120',
        isActive ? 'border-brand bg-brand-tint' : 'border-control bg-surface hover:border-brand',
      )}
    >
      <button
        type="button"
        aria-label={label}
        onClick={() => input.current?.click()}
        className={clsx(
          'flex w-full cursor-pointer flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 text-left',
          isSlim ? 'min-h-12 py-2' : 'min-h-16 py-3.5',
        )}
      >
        <span
          className={clsx(
            'grid shrink-0 place-items-center rounded-md bg-brand-tint text-brand',
            isSlim ? 'size-8' : 'size-10',
          )}
        >
          <Upload size={isSlim ? 16 : 20} aria-hidden="true" />
        </span>
        <span className={clsx('min-w-0 flex-[1_1_15rem]', isSlim && '@3xl:flex @3xl:items-baseline @3xl:gap-3')}>
          <span className="block text-sm font-semibold">{title}</span>
          <span className={clsx('block text-sm', isBusy ? 'text-brand' : 'text-ink-2')}>{text}</span>
        </span>
        <span className="flex flex-wrap gap-1.5">{badges}</span>
      </button>
      <FileInput inputRef={input} onFiles={onFiles} isMultiple />
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

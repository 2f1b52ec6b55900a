/* oxlint-disable jsx-a11y/media-has-caption -- what people store has no captions that we could show */
import type { ReactNode } from 'react'

/** In the middle of a viewer: what is going on, or why there is nothing to see. */
export function ViewerCenter({ children }: { children: ReactNode }) {
  return <div className="m-auto flex max-w-full flex-col items-center gap-3 p-6 text-center">{children}</div>
}

/** An image as large as there is room, over a pattern that shows where it is transparent. */
export function ImageViewer({ src, name, onError }: { src: string; name: string; onError: () => void }) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-4">
      <img
        src={src}
        alt={name}
        onError={onError}
        className="max-h-full min-h-0 max-w-full rounded-md border border-line bg-sunken object-contain"
      />
    </div>
  )
}

/** Text as it is in the file. Reachable by keyboard, because it scrolls. */
export function TextViewer({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="min-h-0 flex-1 overflow-auto bg-surface -outline-offset-2">
      <pre className="mx-auto max-w-5xl p-4 font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere md:p-6">
        {text}
      </pre>
    </section>
  )
}

type PlayerProps = { src: string; name: string; onError: () => void }

export function VideoViewer({ src, name, onError }: PlayerProps) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-4">
      <video
        src={src}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        controlsList="nodownload noremoteplayback"
        disableRemotePlayback
        onError={onError}
        className="max-h-full min-h-0 max-w-full rounded-md bg-sunken"
      />
    </div>
  )
}

export function AudioViewer({ src, name, onError }: PlayerProps) {
  return (
    <audio
      src={src}
      aria-label={name}
      controls
      preload="metadata"
      controlsList="nodownload noremoteplayback"
      onError={onError}
      className="w-[min(36rem,calc(100vw-3rem))]"
    />
  )
}

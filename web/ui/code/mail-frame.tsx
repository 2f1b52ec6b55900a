import { clsx } from 'clsx'

type Props = {
  label: string
  /** Path of a page of this server that may be framed. */
  src: string
  isNarrow: boolean
}

/** A mail as a page in a frame that runs nothing and leads nowhere, as wide as a window or as a phone. */
export function MailFrame({ label, src, isNarrow }: Props) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-sunken">
      <iframe
        title={label}
        src={src}
        sandbox=""
        className={clsx('mx-auto block h-[36rem] w-full border-0 bg-white', isNarrow && 'max-w-90')}
      />
    </div>
  )
}

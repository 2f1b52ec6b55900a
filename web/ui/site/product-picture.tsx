import { clsx } from 'clsx'

/** A picture in both schemes, with its size in pixels of the page. */
export type SchemePicture = { light: string; dark: string; width: number; height: number }

/**
 * A photograph of the app. The scheme may be another than the system's, so both pictures stand in the page: the one that is hidden is never
 * fetched, because it is lazy. @param narrow takes its place where a wide one could not be read.
 */
export function ProductPicture({
  alt,
  wide,
  narrow,
  className,
}: {
  alt: string
  wide: SchemePicture
  narrow?: SchemePicture
  className?: string
}) {
  return (['light', 'dark'] as const).map((scheme) => (
    <picture key={scheme} className={scheme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
      {narrow && <source media="(width < 40rem)" srcSet={narrow[scheme]} width={narrow.width} height={narrow.height} />}
      <img
        src={wide[scheme]}
        alt={alt}
        width={wide.width}
        height={wide.height}
        loading="lazy"
        decoding="async"
        className={clsx('block h-auto w-full rounded-lg border border-line bg-surface', className)}
      />
    </picture>
  ))
}

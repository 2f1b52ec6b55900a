import { STATUS_SERVICES, type ServiceId } from '#contract/status.ts'

/** `API, Database` */
export const namesOf = (services: readonly ServiceId[]): string =>
  services.map((service) => STATUS_SERVICES.find(({ id }) => id === service)?.name ?? service).join(', ')

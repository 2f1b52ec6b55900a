import { Refusal, refusalsOf, refuseWith } from '#server/http/refusal.ts'
import { asStorageError } from '#server/storage/storage-error.ts'

/** Refuses a device, in a sentence that its keeper can act on. */
export const deviceError = refusalsOf({
  device_not_found: [404, 'There is no such device, or this is not its code'],
  device_code_used: [
    410,
    'The code was used before. If it was not used by this device, revoke the device and add it again',
  ],
  device_code_expired: [410, 'The code has expired; ask for a new one'],
  device_key_wrong: [400, 'The key is of another device, of another kind, or not signed as it must be'],
  device_unsigned: [401, 'The request is not signed as a request of a device must be'],
  device_signature: [401, 'The signature is not one of the key of this device'],
  device_key_replaced: [401, 'The key that signed was replaced by another one'],
  device_not_enrolled: [403, 'The device is not enrolled yet'],
  device_revoked: [403, 'The device was revoked by who added it'],
  device_paused: [
    403,
    'The device is paused: it did something unusual. Who added it, or who manages security, can lift that',
  ],
  device_other_request: [401, 'The signature is of another request'],
  device_body_changed: [400, 'The body is not the one that was signed'],
  device_time: [401, 'The time in the signed request is too far from the time of the server; set the clock'],
  device_replayed: [409, 'A request with this counter, or a higher one, came before'],
  device_too_large: [413, 'The file is larger than a device may send'],
  device_day_full: [429, 'The device has sent as much as it may in one day'],
  delivery_not_found: [404, 'The content of this file has not arrived'],
  delivery_incomplete: [409, 'Not every byte of this file has arrived'],
  delivery_conflict: [409, 'A file of this id was sent before, with other content'],
  bad_request: [400, 'The request cannot be read'],
})

export const sendDeviceError = refuseWith('a request of a device failed', {
  unforeseen: (error) => {
    const { status, code, message } = asStorageError(error)
    return new Refusal(status, code, message)
  },
})

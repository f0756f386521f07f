/** Deliveries on the wire, for staff: a batch is sent by one call and taken back by another. */
import { z } from 'zod';
import { idParams, rowId } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { DELIVERY_KINDS, DELIVERY_STATES, PACKAGE_STATES, SUBJECTS } from './limits.ts';

const deliverySchema = z.object({
  id: z.int(),
  kind: z.enum(DELIVERY_KINDS),
  batch: z.string(),
  state: z.enum(DELIVERY_STATES),
  reason: z.string().nullable(),
  sentAt: z.iso.datetime(),
});

const deliveriesSchema = z.object({
  state: z.enum(PACKAGE_STATES),
  /** What is missing, in the order of the form. */
  problems: z.array(z.string()),
  /** The latest first. */
  deliveries: z.array(deliverySchema),
});
export type Deliveries = z.infer<typeof deliveriesSchema>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries',
  summary: 'How far the package of a release is, and every batch that was sent',
  access: 'a&r',
  query: z.object({ subject: z.enum(SUBJECTS), id: idParams.shape.id }),
  response: deliveriesSchema,
});

export const deliver = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries',
  summary: 'Send the release, an update of it or its takedown to the distributor',
  access: 'a&r',
  body: z.object({ subject: z.enum(SUBJECTS), id: rowId, kind: z.enum(DELIVERY_KINDS) }),
  response: deliveriesSchema,
});

export const moveDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/:id',
  summary: 'Say what the distributor answered; the artist is told',
  access: 'a&r',
  params: idParams,
  body: z.object({
    state: z.enum(['accepted', 'live', 'refused']),
    reason: z.string().trim().max(1000).optional(),
  }),
  response: deliveriesSchema,
});

export const withdrawDelivery = endpoint({
  method: 'DELETE',
  path: '/api/admin/deliveries/:id',
  summary: 'Take back a batch that the distributor has not fetched yet',
  access: 'a&r',
  params: idParams,
  response: deliveriesSchema,
});

/** Orders on the wire: what was sold and needs a person. */
import { z } from 'zod';
import { orderProgressSchema } from '#features/payments/contract.ts';
import { directionSchema, idParams, searchPageQuery } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ORDER_SORTS } from './limits.ts';

export const STORE_STATES = ['planned', 'sent', 'live'] as const;

export const storeSchema = z.object({ store: z.string(), state: z.enum(STORE_STATES) });
export type Store = z.infer<typeof storeSchema>;

export const orderSchema = orderProgressSchema.extend({
  id: z.int(),
  product: z.string(),
  productName: z.string(),
  title: z.string(),
  cents: z.int(),
  submissionId: z.int().nullable(),
  albumId: z.int().nullable(),
  openedAt: z.iso.datetime(),
  /** Of a distribution: how far each store is. */
  stores: z.array(storeSchema),
});
export type Order = z.infer<typeof orderSchema>;

export type OrderSort = (typeof ORDER_SORTS)[number];

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  summary:
    'What was sold and needs a person, the most urgent first; searched by product, artist, track, album and note',
  access: 'a&r',
  query: searchPageQuery.extend({
    open: z.enum(['true', 'false']).default('true'),
    sort: z.enum(ORDER_SORTS).default('due'),
    direction: directionSchema.default('asc'),
  }),
  response: z.array(orderSchema),
});

export const moveOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id',
  summary: 'Say how far an order is; the buyer sees it',
  access: 'a&r',
  params: idParams,
  body: z.object({
    state: z.enum(['waiting', 'in_progress', 'delivered']),
    note: z.string().trim().max(1000).optional(),
  }),
  response: orderSchema,
});

export const moveStore = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/stores',
  summary: 'Say how far a store of a distribution order is',
  access: 'a&r',
  params: idParams,
  body: storeSchema,
  response: z.object({ moved: z.literal(true) }),
});

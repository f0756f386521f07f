/** Finds who gives what was paid for, among the grants that the features bring. */
import type { ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import type { Grant } from '#ports/grants.ts';

export function grantOf({ grants }: Pick<Deps, 'grants'>, product: ProductId): Grant {
  const found = grants.find((grant) => grant.products.includes(product));
  if (!found) throw new Error(`Nothing grants the product ${product}: its feature has to list it in grants.`);
  return found;
}

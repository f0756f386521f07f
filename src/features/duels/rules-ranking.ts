/**
 * The ranking by blind duels: Bradley–Terry (1952). The odds that i is chosen over j are exp(ability i − ability j); abilities
 * are those that make the answers most likely, found by Newton's method (the likelihood is concave). Their covariance is the
 * inverse of the information, as in R's BradleyTerry2, against which the tests compare.
 */

/** Answers about two entrants, by their places in the list: how often each was chosen. */
export interface Pairing {
  first: number;
  second: number;
  firstWins: number;
  secondWins: number;
}

export interface Fit {
  /** Log-odds against the average entrant. */
  ability: number[];
  /** Standard error of the difference of two entrants' abilities, or of one and the average. */
  errorOf(entrant: number, against?: number): number;
}

/**
 * Decided duels against an imagined average entrant, half won and half lost, that everybody is given: who won or lost
 * all of theirs would be infinitely strong or weak without.
 */
export const PRIOR_DUELS = 1;

const MOST_STEPS = 100;
const ENOUGH = 1e-10;

export function fitBradleyTerry(
  entrants: number,
  pairings: readonly Pairing[],
  priorDuels = PRIOR_DUELS,
): Fit {
  let ability = new Array<number>(entrants).fill(0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const { gradient, information } = differentiate(ability, pairings, priorDuels);
    const move = solve(factor(information), gradient);
    // Half steps where a whole one would run away: far from the top the curve is flatter than it looks.
    const largest = Math.max(...move.map(Math.abs), 0);
    const scale = largest > 1 ? 1 / largest : 1;
    ability = centre(ability.map((value, index) => value + scale * move[index]));
    if (largest < ENOUGH) break;
  }
  const root = factor(differentiate(ability, pairings, priorDuels).information);
  return {
    ability,
    errorOf(entrant, against) {
      const contrast = new Array<number>(entrants).fill(against === undefined ? -1 / entrants : 0);
      contrast[entrant] += 1;
      if (against !== undefined) contrast[against] -= 1;
      const spread = solve(root, contrast);
      return Math.sqrt(
        Math.max(
          0,
          contrast.reduce((sum, value, index) => sum + value * spread[index], 0),
        ),
      );
    },
  };
}

/** First and negative second derivatives of the log-likelihood. */
function differentiate(ability: readonly number[], pairings: readonly Pairing[], priorDuels: number) {
  const size = ability.length;
  const gradient = new Array<number>(size).fill(0);
  // Abilities are known up to a shift only: this holds their mean, and is in no difference of two.
  const information = Array.from({ length: size }, () => new Float64Array(size).fill(1 / size));
  for (const { first, second, firstWins, secondWins } of pairings) {
    const chance = 1 / (1 + Math.exp(ability[second] - ability[first]));
    const duels = firstWins + secondWins;
    gradient[first] += firstWins - duels * chance;
    gradient[second] -= firstWins - duels * chance;
    const weight = duels * chance * (1 - chance);
    information[first][first] += weight;
    information[second][second] += weight;
    information[first][second] -= weight;
    information[second][first] -= weight;
  }
  for (let index = 0; index < size && priorDuels > 0; index++) {
    const chance = 1 / (1 + Math.exp(-ability[index]));
    gradient[index] += priorDuels * (0.5 - chance);
    information[index][index] += priorDuels * chance * (1 - chance);
  }
  return { gradient, information };
}

/** Cholesky: the lower triangle whose square is the matrix, in place. */
function factor(matrix: Float64Array[]): Float64Array[] {
  for (let row = 0; row < matrix.length; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row][column];
      for (let k = 0; k < column; k++) sum -= matrix[row][k] * matrix[column][k];
      matrix[row][column] =
        row === column ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / matrix[column][column];
    }
  return matrix;
}

function solve(root: readonly Float64Array[], right: readonly number[]): number[] {
  const solved = [...right];
  for (let row = 0; row < root.length; row++) {
    for (let k = 0; k < row; k++) solved[row] -= root[row][k] * solved[k];
    solved[row] /= root[row][row];
  }
  for (let row = root.length - 1; row >= 0; row--) {
    for (let k = row + 1; k < root.length; k++) solved[row] -= root[k][row] * solved[k];
    solved[row] /= root[row][row];
  }
  return solved;
}

function centre(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** Standard errors either side of a 95% interval. */
export const Z_95 = 1.959964;

/** How often it would be chosen over an average entrant, in percent. */
export const sayChance = (strength: number): number => Math.round(100 / (1 + Math.exp(-strength)));

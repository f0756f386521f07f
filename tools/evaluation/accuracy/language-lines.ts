// What is spoken to see whether a language is told: English in several voices, and lines of ours in others. The first four
// of a song's lines each, which are some 15 s.
import type { Voice } from './speech.ts';

export interface SpokenLanguage {
  language: string;
  voice: Voice;
  lines: string[];
}

const ENGLISH = [
  'I got paper in my pocket and a plan in my head.',
  'Never listened when they told me I should give up instead.',
  'Momma worked a double shift so I could hold on to the mic.',
  'Now I am riding through the neighbourhood at three in the night.',
];

export const ENGLISH_VOICES: Voice[] = [
  { name: 'en-us+m3', pace: 170 },
  { name: 'en-us+f2', pace: 140 },
  { name: 'en-gb+f3', pace: 150 },
  { name: 'en-us', pace: 190 },
  { name: 'en-gb-scotland', pace: 160 },
  { name: 'en-gb-x-rp+m7', pace: 150 },
  { name: 'en-029', pace: 160 },
  { name: 'en-us-nyc+f4', pace: 170 },
];

export const FLITE_VOICES: Voice[] = ['slt', 'rms', 'awb', 'kal16'].map((name) => ({
  name: `flite:${name}`,
  pace: 0,
}));

export const speakEnglish = (voices: readonly Voice[]): SpokenLanguage[] =>
  voices.map((voice) => ({ language: 'English', voice, lines: ENGLISH }));

const LINES: Record<string, string[]> = {
  de: [
    `Mitternacht am Wasser und die Lichter sind so klein.`,
    `Ich warte auf ein Zeichen und ich bin nicht gern allein.`,
    `Jede kleine Geschichte hat ein Ende und ein Ziel.`,
    `Ich bin tausend Brücken gegangen und es war mir nie zu viel.`,
  ],
  fr: [
    `Minuit sur la rivière et les lumières de la ville.`,
    `J'attendais un signe de toi, mon amour si fragile.`,
    `Chaque petite histoire a son chemin, sa chanson.`,
    `J'ai traversé cent ponts pour retrouver ta maison.`,
  ],
  es: [
    `Medianoche sobre el agua y las luces de la ciudad.`,
    `Yo esperaba una señal tuya, dime la verdad.`,
    `Cada pequeña historia tiene un río y un final.`,
    `He cruzado cien caminos buscando tu señal.`,
  ],
  it: [
    `Mezzanotte sopra il fiume e le luci di città.`,
    `Aspettavo un tuo segnale, dimmi la verità.`,
    `Ogni piccola storia ha una strada e una canzone.`,
    `Ho attraversato cento ponti con la mia passione.`,
  ],
  'pt-br': [
    `Meia noite sobre a água e as luzes da cidade.`,
    `Eu esperava um sinal teu, me diz toda a verdade.`,
    `Cada pequena história tem um rio e um lugar.`,
    `Atravessei cem pontes só para te encontrar.`,
  ],
  sv: [
    `Midnatt över vattnet och stadens ljus är svaga.`,
    `Jag väntade på tecken som ingen kunde laga.`,
    `Varje liten saga har en flod som rinner fram.`,
    `Jag har gått på hundra broar genom regn och damm.`,
  ],
  pl: [
    `Północ nad wodą i światła miasta gasną już.`,
    `Czekałem na twój znak, a w kieszeni miałem kurz.`,
    `Każda mała historia ma swoją rzekę i swój brzeg.`,
    `Przeszedłem przez sto mostów, kiedy padał pierwszy śnieg.`,
  ],
  ru: [
    `Полночь над водою, и огни города горят.`,
    `Я ждал от тебя знака много лет подряд.`,
    `У каждой малой песни есть река и берега.`,
    `Я прошёл по сотне мостов сквозь дожди и снега.`,
  ],
  tr: [
    `Gece yarısı suyun üstünde şehrin ışıkları yanar.`,
    `Senden bir işaret bekledim, kalbim seni arar.`,
    `Her küçük hikayenin akan bir nehri var.`,
    `Yüz köprüden geçtim, yollarım sana kadar.`,
  ],
  hi: [
    `आधी रात को पानी पर शहर की रोशनी है कम।`,
    `मैं तेरे इशारे का इंतज़ार करता रहा सनम।`,
    `हर छोटी कहानी में एक नदी बहती जाती है।`,
    `सौ पुलों को पार किया तेरी याद बुलाती है।`,
  ],
  nl: [
    `Middernacht aan het water en de lichten van de stad.`,
    `Ik wachtte op een teken van wat ik ooit heb gehad.`,
    `Elk klein verhaal heeft een rivier die verder gaat.`,
    `Ik ben over honderd bruggen gelopen tot in jouw straat.`,
  ],
  id: [
    `Tengah malam di atas air dan lampu kota redup.`,
    `Aku menunggu tandamu sepanjang aku hidup.`,
    `Setiap cerita kecil punya sungai yang mengalir.`,
    `Aku sudah menyeberangi seratus jembatan sampai akhir.`,
  ],
  ro: [
    `Miezul nopții peste apă și luminile se sting.`,
    `Așteptam de la tine un semn, dar nu pot să te ating.`,
    `Fiecare poveste mică are râul ei curat.`,
    `Am trecut o sută de poduri și pe tine te-am aflat.`,
  ],
  hu: [
    `Éjfél van a víz felett és halványak a fények.`,
    `Egy jelre vártam tőled, és múltak az évek.`,
    `Minden kis történetnek van egy folyója mélyen.`,
    `Száz hídon mentem át hozzád a hideg éjben.`,
  ],
  fi: [
    `Keskiyö veden yllä ja kaupungin valot hiipuvat.`,
    `Odotin sinulta merkkiä, ja ajatukset liikkuvat.`,
    `Jokaisella pienellä tarinalla on oma joki.`,
    `Kuljin sata siltaa pitkin, vaikka sade rokki.`,
  ],
  cs: [
    `Půlnoc je nad vodou a světla města zhasínají.`,
    `Čekal jsem na tvé znamení a hvězdy na mě hrají.`,
    `Každý malý příběh má svou řeku a svůj břeh.`,
    `Přešel jsem sto mostů, když napadl první sníh.`,
  ],
  ca: [
    `Mitjanit damunt de l'aigua i les llums de la ciutat.`,
    `Jo esperava un senyal teu i tu no has arribat.`,
    `Cada petita història té un riu i una cançó.`,
    `He travessat cent ponts buscant una raó.`,
  ],
  sw: [
    `Usiku wa manane juu ya maji na taa za mji.`,
    `Nilikuwa nikingoja ishara kutoka kwa rafiki.`,
    `Kila hadithi ndogo ina mto unaopita.`,
    `Nimevuka madaraja mia moja nikikuita.`,
  ],
  ko: [
    `한밤중 물 위에 도시의 불빛이 희미해.`,
    `나는 너의 신호를 오랫동안 기다렸어.`,
    `모든 작은 이야기에는 강물이 흐르고 있어.`,
    `너를 찾으려고 나는 백 개의 다리를 건넜어.`,
  ],
  el: [
    `Μεσάνυχτα πάνω στο νερό και τα φώτα της πόλης σβήνουν.`,
    `Περίμενα ένα σημάδι από σένα και τα μάτια μου κλείνουν.`,
    `Κάθε μικρή ιστορία έχει ένα ποτάμι που κυλά.`,
    `Πέρασα εκατό γέφυρες να σε βρω κάπου εκεί ψηλά.`,
  ],
};

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

export const OTHERS: SpokenLanguage[] = Object.entries(LINES).map(([code, lines]) => ({
  language: NAMES.of(code.slice(0, 2)) ?? code,
  voice: { name: code, pace: 150 },
  lines,
}));

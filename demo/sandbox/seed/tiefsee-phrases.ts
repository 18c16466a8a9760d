// The vocabulary of the record label's diary. Every scene has its own titles, openings and endings; `{artist}`,
// `{record}`, `{place}` and `{n}` are filled in per entry.

export interface Scene {
  type: string;
  titles: string[];
  openings: string[];
  endings: string[];
}

export const ARTISTS = [
  'Lotte Brandung',
  'Kielwasser',
  'The Anglerfish',
  'Oda Sund',
  'Nachtfähre',
  'Marianne Tief',
  'Echo Lot',
  'Pier 12',
  'Juno Falck',
  'Das Echolot Trio',
  'Blinkfeuer',
  'Saltwater Choir',
  'Mira Ebbe',
  'Stille See',
  'Captain Moll',
  'Hadal',
];

export const RECORDS = [
  'Low Tide Tapes',
  'Fathoms',
  'Licht unter Wasser',
  'Bathyscaphe',
  'Lanternfish',
  'Silt',
  'Dreizehn Faden',
  'Salt Letters',
  'Abyssal Lullabies',
  'Kompass',
  'Slow Current',
  'Plankton Disco',
  'Undertow',
  'Whale Fall',
  'Night Watch',
  'Pressure Hull',
  'Wattenmeer',
  'Foghorn Songs',
];

export const PLACES = [
  'Hamburg',
  'Kiel',
  'Rostock',
  'Bremerhaven',
  'Aarhus',
  'Gdańsk',
  'Tallinn',
  'Bergen',
  'Rotterdam',
  'Hull',
  'Reykjavík',
  'Turku',
  'Göteborg',
  'Ostende',
];

export const SCENES: Scene[] = [
  {
    type: 'update',
    titles: [
      '{artist} in the studio, day {n}',
      'Take {n}',
      'Microphones for {artist}',
      'Late session with {artist}',
    ],
    openings: [
      '{artist} came to {place} with two songs and left with five.',
      'We tried the ribbon microphone on {artist} and forgot to try anything else.',
      'Take {n} has a tram in it. {artist} wants to keep the tram.',
      'All afternoon for eight bars of “{record}”, and then one pass for the rest.',
    ],
    endings: [
      'The tape is still warm.',
      'Nobody looked at the clock.',
      'Tomorrow the drums.',
      'There was soup.',
    ],
  },
  {
    type: 'milestone',
    titles: ['“{record}” is mixed', 'Master of “{record}” approved', 'The lacquers for “{record}” are cut'],
    openings: [
      'The last fader of “{record}” moved at four in the morning.',
      'We listened to the master on the good speakers, on the kitchen radio and in the car to {place}.',
      '{artist} signed off side B with one word: louder.',
    ],
    endings: [
      'It is out of our hands now.',
      'Side A runs for {n} minutes.',
      'The run-out groove holds a joke.',
    ],
  },
  {
    type: 'update',
    titles: [
      'Test pressing of “{record}”',
      'Five white labels of “{record}”',
      'Listening for clicks in “{record}”',
    ],
    openings: [
      'Five white labels arrived from the plant. Three are perfect and one of them hums.',
      'Two people, two turntables, one pencil: minute {n} of “{record}” has a click on copy four.',
      'The test pressing survived the train from {place} and a curious dog.',
    ],
    endings: ['The plant is polishing the stamper.', 'Approved.', 'Copy four goes on the studio wall.'],
  },
  {
    type: 'media',
    titles: [
      'A sleeve for “{record}”',
      'Printing in {n} passes',
      'The photo by {artist} that became a cover',
    ],
    openings: [
      'Silkscreened by hand in {place}, {n} passes for one blue.',
      'The cover of “{record}” is a photo that {artist} took of a wet window.',
      'We wanted foil. We got something better: ink that is nearly black until you tilt it.',
    ],
    endings: [
      'No two copies are the same.',
      'Your fingers will be blue for a day.',
      'It smells like a print shop.',
    ],
  },
  {
    type: 'event',
    titles: [
      '{artist} live in {place}',
      'Release night for “{record}”',
      'Matinee in {place}',
      'A boat, a band, {place}',
    ],
    openings: [
      '{artist} played to {n} people and a harbour full of gulls.',
      'The power went after the third song in {place}. {artist} sang the other nine without it.',
      'Release night in {place}: we sold every copy of “{record}” that fitted on a bicycle.',
    ],
    endings: [
      'Two encores.',
      'The ferry waited.',
      'Thank you for carrying the amplifier.',
      'See you in spring.',
    ],
  },
  {
    type: 'radio',
    titles: ['“{record}” on the night show', 'Seven minutes of {artist} on air', 'A postcard from {place}'],
    openings: [
      'The night show played the whole first side of “{record}” without talking over it.',
      'A listener in {place} wrote that {artist} got her through the early shift.',
      'Somebody taped {artist} off the radio and sent us the cassette. It sounds wonderful.',
    ],
    endings: ['We framed the card.', 'Hello, night shift.', 'Page {n} of the guest book is full.'],
  },
  {
    type: 'milestone',
    titles: ['“{record}” is out', 'Second pressing of “{record}”', '“{record}” is back'],
    openings: [
      '“{record}” by {artist} is in the shops from today, on black and on a green that glows a little.',
      'The first {n}0 copies went in a week, so the press in {place} is running again.',
      'You asked for it on every fair: “{record}” is available again.',
    ],
    endings: [
      'The code in the sleeve opens the live tape.',
      'Play it in the dark.',
      'One copy per sailor, please.',
    ],
  },
  {
    type: 'update',
    titles: [
      'From the packing table: “{record}”',
      'Parcel number {n}',
      'Mail day: {n} parcels to {place}',
      'New corners for “{record}”',
    ],
    openings: [
      'Packed until midnight. Three parcels go to {place}, one of them to the same lighthouse as always.',
      'New mailers, thicker corners. We dropped “{record}” down the stairs {n} times to be sure.',
      'A note in each sleeve today, because {artist} happened to walk by with a pen.',
    ],
    endings: ['The post van is full.', 'The cat inspected everything.', 'Sorry about the tape noise.'],
  },
  {
    type: 'archive_find',
    titles: ['Found in box {n}', 'A tape from {place} without a name', 'The lost {artist} session'],
    openings: [
      'Box {n} held a reel that only said “not this one”. It is {artist} at nineteen.',
      'Under the stairs in {place}: a crate of sleeves for “{record}” that we believed had sunk.',
      'We baked the tape for eight hours at fifty degrees, like bread, and got one play out of it.',
    ],
    endings: ['It was enough.', '{artist} laughed and then cried.', 'It will be a flexi disc.', 'More soon.'],
  },
  {
    type: 'update',
    titles: ['{artist} joins the label', 'A handshake in {place}', 'A demo with {n} seconds of rain'],
    openings: [
      'The demo had {n} seconds of rain and then the best chorus of the year. Welcome, {artist}.',
      'No contract longer than one page. {artist} signed it on the pier in {place}.',
      'We have followed {artist} since a support slot in {place} where nobody stopped talking until they did.',
    ],
    endings: ['The first single is called “{record}”.', 'We are very proud.', 'Bring a coat.'],
  },
];

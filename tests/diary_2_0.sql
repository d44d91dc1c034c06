-- A diary that cardgames 2.0 wrote: games of all its kinds, with options, helped and given up.
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, name text CHECK (typeof(name) IN ('text')), game text CHECK (typeof(game) IN ('text')), deal text CHECK (typeof(deal) IN ('text')), options text CHECK (typeof(options) IN ('text') AND options LIKE '{%}' AND json_valid(options) AND length(options) < 1500), words text CHECK (typeof(words) IN ('text')), seed integer CHECK (typeof(seed) IN ('integer', 'null')), number integer CHECK (typeof(number) IN ('integer') AND number BETWEEN 0 AND 100000), day text CHECK (typeof(day) IN ('text', 'null') AND day IS date(day, '+0 days')), status text CHECK (typeof(status) IN ('text') AND status IN ('going', 'ended', 'left')), outcome text CHECK (typeof(outcome) IN ('text') AND outcome IN ('', 'won', 'lost', 'drawn', 'ended', 'left')), reason text CHECK (typeof(reason) IN ('text')), score integer CHECK (typeof(score) IN ('integer') AND score BETWEEN -1000000000 AND 1000000000), moves integer CHECK (typeof(moves) IN ('integer') AND moves BETWEEN 0 AND 1000000000), length integer CHECK (typeof(length) IN ('integer') AND length BETWEEN 0 AND 1000000000), seconds integer CHECK (typeof(seconds) IN ('integer') AND seconds BETWEEN 0 AND 1000000000), hints integer CHECK (typeof(hints) IN ('integer') AND hints BETWEEN 0 AND 1000000000), undos integer CHECK (typeof(undos) IN ('integer') AND undos BETWEEN 0 AND 1000000000), player text CHECK (typeof(player) IN ('text') AND player IN ('person', 'helped', 'computer', 'script')), helped_from integer CHECK (typeof(helped_from) IN ('integer', 'null')), today text CHECK (typeof(today) IN ('text', 'null') AND today IS date(today, '+0 days')), begun text CHECK (typeof(begun) IN ('text') AND begun IS strftime('%Y-%m-%dT%H:%M:%SZ', begun, '+0 days')), finished text CHECK (typeof(finished) IN ('text') AND finished IS strftime('%Y-%m-%dT%H:%M:%SZ', finished, '+0 days')), version text CHECK (typeof(version) IN ('text')), details text CHECK (typeof(details) IN ('text') AND details LIKE '{%}' AND json_valid(details) AND length(details) < 1500), turn integer CHECK (typeof(turn) IN ('integer')), owner text CHECK (typeof(owner) IN ('text', 'null')), UNIQUE (name));
INSERT INTO "games" VALUES(1,'canfield-20261127-153543-0d0f39de','canfield','cardgames canfield --seed 11','{"draw": 3, "redeals": null, "build": "colors", "base": "dealt", "reserve": "hidden", "fill": "reserve"}','',11,1,NULL,'going','','',-45,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:35:43Z','2026-11-27T15:35:44Z','2.0','{}',1,NULL);
INSERT INTO "games" VALUES(2,'canfield-20261127-153544-bab523a2','canfield','cardgames canfield --seed 12','{"draw": 3, "redeals": null, "build": "colors", "base": "dealt", "reserve": "hidden", "fill": "reserve"}','',12,1,NULL,'ended','lost','given up',-45,3,3,0,1,1,'person',NULL,NULL,'2026-11-27T15:35:44Z','2026-11-27T15:35:45Z','2.0','{}',2,NULL);
INSERT INTO "games" VALUES(5,'klondike-20261127-153548-308a5ec2','klondike','cardgames klondike --seed 11','{"draw": 3, "redeals": null, "build": "colors"}','',11,1,NULL,'going','','',-52,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:35:48Z','2026-11-27T15:35:48Z','2.0','{}',5,NULL);
INSERT INTO "games" VALUES(9,'fortythieves-20261127-153552-84178010','fortythieves','cardgames fortythieves --seed 11','{}','',11,1,NULL,'going','','',1,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:35:52Z','2026-11-27T15:35:53Z','2.0','{}',9,NULL);
INSERT INTO "games" VALUES(14,'golf-20261127-153558-7e3e2cd0','golf','cardgames golf --seed 12','{}','',12,1,NULL,'ended','lost','given up',3,3,3,0,1,1,'person',NULL,NULL,'2026-11-27T15:35:58Z','2026-11-27T15:35:58Z','2.0','{}',14,NULL);
INSERT INTO "games" VALUES(18,'freecell-20261127-153602-429f9c49','freecell','cardgames freecell --seed 12','{"cells": 4, "build": "colors", "runs": "room"}','',12,1,NULL,'ended','lost','given up',0,3,3,1,1,1,'person',NULL,NULL,'2026-11-27T15:36:02Z','2026-11-27T15:36:03Z','2.0','{}',18,NULL);
INSERT INTO "games" VALUES(21,'eightoff-20261127-153605-bffaa64e','eightoff','cardgames eightoff --seed 11','{}','',11,1,NULL,'going','','',0,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:05Z','2026-11-27T15:36:06Z','2.0','{}',21,NULL);
INSERT INTO "games" VALUES(25,'seahaven-20261127-153610-e554217c','seahaven','cardgames seahaven --seed 11','{}','',11,1,NULL,'going','','',2,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:10Z','2026-11-27T15:36:10Z','2.0','{}',25,NULL);
INSERT INTO "games" VALUES(29,'castle-20261127-153614-fee6afd9','castle','cardgames castle --seed 11','{}','',11,1,NULL,'going','','',5,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:14Z','2026-11-27T15:36:15Z','2.0','{}',29,NULL);
INSERT INTO "games" VALUES(33,'yukon-20261127-153620-2043e84b','yukon','cardgames yukon --seed 11','{"build": "colors"}','',11,1,NULL,'going','','',1,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:20Z','2026-11-27T15:36:21Z','2.0','{}',33,NULL);
INSERT INTO "games" VALUES(37,'scorpion-20261127-153625-a8762566','scorpion','cardgames scorpion --seed 11','{}','',11,1,NULL,'going','','',0,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:25Z','2026-11-27T15:36:26Z','2.0','{}',37,NULL);
INSERT INTO "games" VALUES(41,'spider-20261127-153630-a1e2a846','spider','cardgames spider --seed 11','{"suits": 4}','',11,1,NULL,'going','','',0,7,7,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:30Z','2026-11-27T15:36:31Z','2.0','{}',41,NULL);
INSERT INTO "games" VALUES(49,'mod10-20261127-153639-a4ff3388','mod10','cardgames mod10 --seed 11','{"pick_up": "any", "show_deck": false, "count_deck": false}','',11,1,NULL,'going','','',3,7,18,1,0,0,'person',NULL,NULL,'2026-11-27T15:36:39Z','2026-11-27T15:36:40Z','2.0','{}',49,NULL);
INSERT INTO "games" VALUES(54,'clock-20261127-153647-786b4ac1','clock','cardgames clock --seed 15','{"win": "place"}','',15,1,NULL,'ended','lost','the fourth king is up, with wrong cards at 2, 3, 8, 10 and 11',43,43,40,5,0,0,'person',NULL,NULL,'2026-11-27T15:36:47Z','2026-11-27T15:36:52Z','2.0','{}',54,NULL);
INSERT INTO "games" VALUES(58,'canfield-20261127-153716-4484e4a8','canfield','cardgames canfield --draw 1 --redeals 2 --seed 21','{"draw": 1, "redeals": 2, "build": "colors", "base": "dealt", "reserve": "hidden", "fill": "reserve"}','--draw 1 --redeals 2',21,1,NULL,'going','','',-45,5,5,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:16Z','2026-11-27T15:37:16Z','2.0','{}',58,NULL);
INSERT INTO "games" VALUES(62,'klondike-20261127-153719-1c5613aa','klondike','cardgames klondike --draw 1 --redeals 0 --seed 21','{"draw": 1, "redeals": 0, "build": "colors"}','--draw 1 --redeals 0',21,1,NULL,'going','','',-47,5,5,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:19Z','2026-11-27T15:37:20Z','2.0','{}',62,NULL);
INSERT INTO "games" VALUES(65,'freecell-20261127-153722-04e659c4','freecell','cardgames freecell --build suit --seed 21','{"cells": 4, "build": "suit", "runs": "room"}','--build suit',21,1,NULL,'going','','',0,5,5,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:22Z','2026-11-27T15:37:22Z','2.0','{}',65,NULL);
INSERT INTO "games" VALUES(69,'spider-20261127-153725-07adbeee','spider','cardgames spider --suits 2 --seed 21','{"suits": 2}','--suits 2',21,1,NULL,'going','','',0,5,5,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:25Z','2026-11-27T15:37:26Z','2.0','{}',69,NULL);
INSERT INTO "games" VALUES(71,'mod10-20261127-153727-18de3110','mod10','cardgames mod10 --pick-up current --show-deck --seed 21','{"pick_up": "current", "show_deck": true, "count_deck": false}','--pick-up current --show-deck',21,1,NULL,'going','','',0,5,19,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:27Z','2026-11-27T15:37:27Z','2.0','{}',71,NULL);
INSERT INTO "games" VALUES(73,'canfield-20261127-153728-926f84f3','canfield','cardgames canfield --seed 689998 --deck ''7H 4C 6S 3H 9D KS 5C 5D 8S 2H 7S 3S AS 9H 4D QD AC 9C AD KH 7C AH 9S 10H JS 10D 8H 2S 10S 6H QH QC 7D JD KD 6C 2D JH 2C KC 3C JC 3D QS 6D 8D 4S 8C 10C 5H 4H 5S''','{"draw": 3, "redeals": null, "build": "colors", "base": "dealt", "reserve": "hidden", "fill": "reserve"}','',NULL,0,NULL,'going','','',-45,2,2,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:28Z','2026-11-27T15:37:29Z','2.0','{}',73,NULL);
INSERT INTO "games" VALUES(77,'rummy-20261127-153733-4ad18951','rummy','cardgames rummy --players 3 --level easy,hard --names Ann,Bob,Cy --target 150 --seed 42','{"players": 3, "humans": 1, "level": "easy,hard", "names": "Ann,Bob,Cy", "melds_per_turn": "any", "ace": "low", "go_out": "any", "rummy_bonus": "none", "lay_off": "any", "restock": "turn", "dead_after": 3, "dead_hand": "redeal", "target": 150}','--players 3 --level easy,hard --names Ann,Bob,Cy --target 150',42,1,NULL,'going','','',0,2,1,0,0,0,'person',NULL,NULL,'2026-11-27T15:37:33Z','2026-11-27T15:37:33Z','2.0','{"hands": 0, "won": 0}',77,NULL);
INSERT INTO "games" VALUES(80,'canfield-20261127-153735-b39a3d75','canfield','cardgames canfield --seed 82391','{"draw": 3, "redeals": null, "build": "colors", "base": "dealt", "reserve": "hidden", "fill": "reserve"}','',82391,1,'2026-11-27','going','','',-45,2,2,0,0,0,'person',NULL,'2026-11-27','2026-11-27T15:37:35Z','2026-11-27T15:37:35Z','2.0','{}',80,NULL);
INSERT INTO "games" VALUES(85,'freecell-20261127-153755-e80fa752','freecell','cardgames freecell --seed 5','{"cells": 4, "build": "colors", "runs": "room"}','',5,1,NULL,'ended','won','all 52 cards are on the foundations',52,91,91,0,0,0,'computer',0,NULL,'2026-11-27T15:37:55Z','2026-11-27T15:37:55Z','2.0','{}',85,NULL);
INSERT INTO "games" VALUES(88,'slap-20261127-153759-2129888a','slap','cardgames slap --penalty strict --seed 61','{"players": "human,computer", "speed": "medium", "rival": "steady", "rules": [], "slaps": "any", "penalty": "strict", "out_of_cards": "plays-on", "reaction": 500, "practice": false}','--penalty strict',61,1,NULL,'ended','lost','the computer has all 52 cards',0,199,337,0,0,0,'computer',0,NULL,'2026-11-27T15:37:59Z','2026-11-27T15:37:59Z','2.0','{"slaps": 14, "chances": 25, "wrong": 0, "reaction": 8314, "quickest": 300, "piles": 28, "rounds": 56}',88,NULL);
INSERT INTO "games" VALUES(89,'rummy-20261127-153800-f4155418','rummy','cardgames rummy --target 10 --seed 61','{"players": 2, "humans": 1, "level": "medium", "names": "", "melds_per_turn": "any", "ace": "low", "go_out": "any", "rummy_bonus": "none", "lay_off": "any", "restock": "turn", "dead_after": 3, "dead_hand": "redeal", "target": 10}','--target 10',61,1,NULL,'ended','lost','10 points reach the target of 10',0,20,1,0,0,0,'computer',0,NULL,'2026-11-27T15:38:00Z','2026-11-27T15:38:00Z','2.0','{"hands": 1, "won": 0}',89,NULL);
INSERT INTO "games" VALUES(103,'rummy-20261127-153912-31523438','rummy','cardgames rummy --humans 2 --target 100 --seed 81','{"players": 2, "humans": 2, "level": "medium", "names": "", "melds_per_turn": "any", "ace": "low", "go_out": "any", "rummy_bonus": "none", "lay_off": "any", "restock": "turn", "dead_after": 3, "dead_hand": "redeal", "target": 100}','--humans 2',81,1,NULL,'ended','ended','given up',0,1,1,0,0,0,'person',NULL,NULL,'2026-11-27T15:39:12Z','2026-11-27T15:39:12Z','2.0','{"hands": 0, "won": 0}',103,NULL);
INSERT INTO "games" VALUES(106,'slap-20261127-153917-04d8ca1b','slap','cardgames slap --speed slow --rules all --penalty strict --seed 84','{"players": "human,computer", "speed": "slow", "rival": "steady", "rules": ["tens", "sandwich", "run", "flush", "ten-sum", "marriage", "divorce"], "slaps": "any", "penalty": "strict", "out_of_cards": "plays-on", "reaction": 500, "practice": false}','--speed slow --rules all --penalty strict',84,1,NULL,'going','','',22,4,4,1,0,0,'person',NULL,NULL,'2026-11-27T15:39:17Z','2026-11-27T15:39:18Z','2.0','{"slaps": 0, "chances": 0, "wrong": 1, "reaction": 0, "quickest": 0, "piles": 0, "rounds": 0}',106,NULL);
CREATE TABLE logs (id INTEGER PRIMARY KEY, lines text CHECK (typeof(lines) IN ('text')));
INSERT INTO "logs" VALUES(1,'tabtab 3 2
card
card
wsttab 2
card
card
card');
INSERT INTO "logs" VALUES(2,'card
restab 4
tabtab 4 1
card
undo 1
hint
giveup');
INSERT INTO "logs" VALUES(5,'tabtab 1 4
tabfnd 3
tabtab 2 1
card
card
card
fndtab 1 5');
INSERT INTO "logs" VALUES(9,'tabfnd 4
card
tabtab 9 5
tabtab 10 9
card
card
card');
INSERT INTO "logs" VALUES(14,'tabwst 5
tabwst 2
tabwst 6
tabwst 7
undo 1
hint
giveup');
INSERT INTO "logs" VALUES(18,'tabcel 3
tabcel 3
tabcel 6
celtab 1 4
undo 1
hint
giveup');
INSERT INTO "logs" VALUES(21,'tabcel 3
tabcel 7
tabcel 4
tabcel 6
celtab 6 5
tabcel 7
tabtab 1 4');
INSERT INTO "logs" VALUES(25,'tabcel 9
tabcel 4
tabfnd 9
tabtab 7 5
tabtab 7 1
celfnd 3
tabcel 4');
INSERT INTO "logs" VALUES(29,'tabtab 2 8
tabtab 6 1
tabfnd 5
tabtab 1 6
tabtab 6 1
tabtab 5 3
tabtab 2 3');
INSERT INTO "logs" VALUES(33,'tabtab 4 6
tabfnd 2
tabtab 4 5
tabtab 3 4
tabtab 2 6
tabtab 5 1
tabtab 5 3');
INSERT INTO "logs" VALUES(37,'tabtab 1 6
tabtab 5 3
tabtab 7 1
tabtab 6 7
tabtab 1 7
tabtab 7 2
tabtab 2 7');
INSERT INTO "logs" VALUES(41,'tabtab 9 10
tabtab 4 1
tabtab 8 1
tabtab 5 10
tabtab 4 3
tabtab 2 7
tabtab 7 10');
INSERT INTO "logs" VALUES(49,'deal
pick 1 1 2 3
deal
pick 2 1 2 3
deal
pick 3 1 2 3
deal');
INSERT INTO "logs" VALUES(54,'move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move
move');
INSERT INTO "logs" VALUES(58,'card
card
card
wsttab 3
card');
INSERT INTO "logs" VALUES(62,'card
card
tabfnd 3
card
card');
INSERT INTO "logs" VALUES(65,'tabcel 6
tabcel 5
celtab 1 7
tabcel 5
tabcel 6');
INSERT INTO "logs" VALUES(69,'tabtab 9 5
tabtab 2 5
tabtab 2 5
tabtab 4 10
tabtab 8 7');
INSERT INTO "logs" VALUES(71,'deal
deal
deal
deal
deal');
INSERT INTO "logs" VALUES(73,'card
card');
INSERT INTO "logs" VALUES(77,'draw
discard 6C
2: draw
2: meld 7C 7D 7S
2: discard KH
3: draw
3: discard 8D');
INSERT INTO "logs" VALUES(80,'card
card');
INSERT INTO "logs" VALUES(85,'auto
1: tabcel 1
1: tabfnd 1
1: celfnd 1
1: tabtab 3 2
1: tabfnd 3
1: tabfnd 3
1: tabcel 4
1: tabfnd 4
1: tabtab 7 3
1: tabfnd 7
1: tabtab 2 7
1: tabtab 5 3
1: tabcel 8
1: tabcel 8
1: tabcel 8
1: tabfnd 8
1: tabtab 8 1
1: tabfnd 8
1: celtab 1 8
1: celtab 4 8
1: tabcel 5
1: tabfnd 5
1: tabcel 5
1: tabfnd 5
1: celfnd 4
1: tabfnd 3
1: tabfnd 3
1: tabtab 2 1
1: tabtab 2 6
1: tabcel 2
1: tabtab 2 1
1: tabtab 2 4
1: tabfnd 2
1: tabfnd 5
1: celtab 1 5
1: celtab 2 5
1: tabcel 2
1: tabtab 4 2
1: tabtab 4 2
1: tabtab 8 2
1: tabtab 6 8
1: tabcel 6
1: tabtab 6 2
1: tabtab 3 2
1: celtab 4 3
1: celtab 2 3
1: tabtab 1 3
1: tabcel 4
1: tabfnd 4
1: tabtab 5 4
1: tabtab 1 5
1: celtab 3 1
1: tabtab 7 5
1: tabcel 1
1: tabcel 1
1: tabfnd 1
1: tabfnd 1
1: tabfnd 1
1: tabfnd 2
1: tabfnd 2
1: tabfnd 5
1: tabfnd 5
1: tabfnd 4
1: celfnd 1
1: tabfnd 6
1: tabfnd 7
1: tabfnd 3
1: tabfnd 2
1: tabfnd 3
1: tabfnd 2
1: tabfnd 3
1: tabfnd 2
1: tabfnd 3
1: tabfnd 2
1: tabfnd 3
1: tabfnd 3
1: tabfnd 7
1: tabfnd 5
1: tabfnd 4
1: tabfnd 5
1: tabfnd 4
1: tabfnd 5
1: tabfnd 6
1: tabfnd 2
1: tabfnd 7
1: tabfnd 8
1: tabfnd 6
1: tabfnd 8
1: celfnd 3
1: celfnd 2
1: celfnd 4');
INSERT INTO "logs" VALUES(88,'auto
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: slap 432
1: play 500
2: play 500
1: play 500
2: play 500
1: slap 444
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
1: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: play 500
2: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: slap 719
1: play 500
2: play 500
2: slap 773
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
2: play 500
1: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: slap 674
1: play 500
2: play 500
1: slap 300
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
1: play 500
1: slap 713
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
2: slap 708
2: play 500
1: play 500
1: play 500
1: slap 785
1: play 500
2: play 500
2: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: slap 710
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: slap 360
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
1: play 500
2: slap 377
2: play 500
1: play 500
1: play 500
2: play 500
2: play 500
1: slap 619
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: slap 484
1: play 500
2: play 500
2: slap 533
2: play 500
1: play 500
2: play 500
2: slap 370
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: slap 318
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
2: slap 667
2: play 500
1: play 500
1: slap 514
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: slap 646
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: slap 389
2: play 500
1: play 500
1: play 500
1: play 500
1: slap 747
1: play 500
2: play 500
2: play 500
2: play 500
1: play 500
1: play 500
1: play 500
1: slap 527
1: play 500
2: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: slap 423
2: play 500
1: play 500
2: play 500
1: play 500
2: play 500
1: collect 1000
1: play 500
2: play 500
2: play 500
1: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
2: collect 1000
2: play 500
1: play 500
2: play 500
1: play 500
1: play 500
1: play 500
2: play 500
1: play 500
2: play 500
2: play 500
2: play 500
2: slap 436');
INSERT INTO "logs" VALUES(89,'2: draw
2: meld 4C 5C 6C
2: discard 7D
auto
1: take
1: off 3C
1: discard KS
2: take
2: meld JS QS KS
2: discard 9S
1: draw
1: discard JD
2: draw
2: discard 7S
1: take
1: meld 7C 7D 7H 7S
1: discard 8S
2: draw
2: off 10S
2: discard 5S
1: draw
1: discard 6D
2: draw
2: discard 4H
1: draw
1: discard 6H
2: draw
2: discard 10D
1: draw
1: discard 8D
2: draw
2: discard 10H
1: draw
1: discard 6S
2: draw
2: discard QD
1: draw
1: discard 10C
2: draw
2: discard 8H
1: draw
1: discard 5D
2: take
2: meld 3D 4D 5D
2: discard 3H');
INSERT INTO "logs" VALUES(103,'draw
giveup');
INSERT INTO "logs" VALUES(106,'play 121
slap 366
2: play 500
play 121
play 122');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',106);
COMMIT;
PRAGMA application_id = 1667330660;
PRAGMA user_version = 3;

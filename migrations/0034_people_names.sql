ALTER TABLE "profiles" ADD COLUMN "skeleton" text;--> statement-breakpoint
CREATE INDEX "profiles_skeleton" ON "profiles" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "profiles_unfolded" ON "profiles" USING btree ("account") WHERE "profiles"."skeleton" is null;